/** Colours of the wall: lit, in shade, and at the far end. */
export interface WallPaint {
  readonly lit: string;
  readonly shade: string;
  readonly end: string;
}

export const OLD_WHITE: WallPaint = { lit: '#ece4d6', shade: '#cfc4b2', end: '#ddd3c2' };
export const SAGE_GREEN: WallPaint = { lit: '#a9b79a', shade: '#869679', end: '#98a789' };

/** A hallway with a door, coats, boots and a runner: 1024 by 1536 units, cropped in other shapes. */
export function drawHallway(paint: WallPaint, width: number, height: number): string {
  const scene = [
    gradients(paint),
    room(),
    ceilingLight(),
    leftDoor(),
    farDoor(),
    picture(),
    hooks(),
    boots(),
    plant(),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1024 1536" preserveAspectRatio="xMidYMid slice">${scene.join('')}</svg>`;
}

const gradients = ({ lit, shade, end }: WallPaint): string => `<defs>
<linearGradient id="left" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${lit}"/><stop offset="1" stop-color="${shade}"/></linearGradient>
<linearGradient id="right" x1="1" y1="0" x2="0" y2="0"><stop offset="0" stop-color="${shade}"/><stop offset="1" stop-color="${lit}"/></linearGradient>
<linearGradient id="end" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${lit}"/><stop offset="1" stop-color="${end}"/></linearGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a87c52"/><stop offset="1" stop-color="#c79a6b"/></linearGradient>
<linearGradient id="ceiling" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f5f1e9"/><stop offset="1" stop-color="#dcd6ca"/></linearGradient>
<linearGradient id="runner" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7c3b32"/><stop offset="1" stop-color="#a14f41"/></linearGradient>
<radialGradient id="lamp"><stop offset="0" stop-color="#fff3cf" stop-opacity=".95"/><stop offset="1" stop-color="#fff3cf" stop-opacity="0"/></radialGradient>
</defs>`;

/** Walls, floor with boards, skirting and ceiling, all meeting the far wall from 352,430 to 672,1010. */
function room(): string {
  const boards = Array.from({ length: 13 }, (_board, at) => {
    const near = (at / 12) * 1024;
    return `<path d="M${352 + (at / 12) * 320} 1010L${near} 1536" stroke="#8f6540" stroke-width="2.5" opacity=".6"/>`;
  });
  return `<path d="M0 0H352V1010L0 1536Z" fill="url(#left)"/><path d="M0 0L352 430V1010L0 1536Z" fill="url(#left)"/><path d="M1024 0L672 430V1010L1024 1536Z" fill="url(#right)"/><rect x="352" y="430" width="320" height="580" fill="url(#end)"/>
<path d="M0 0H1024L672 430H352Z" fill="url(#ceiling)"/><path d="M352 1010H672L1024 1536H0Z" fill="url(#floor)"/>${boards.join('')}
<path d="M452 1020H572L742 1536H282Z" fill="url(#runner)"/><path d="M464 1020L322 1536M560 1020L702 1536" stroke="#e5c79f" stroke-width="7"/>
<path d="M0 1536L352 1010V988L0 1486ZM1024 1536L672 1010V988L1024 1486Z" fill="#f6f2ea"/><rect x="352" y="988" width="320" height="22" fill="#f6f2ea"/>
<path d="M0 0L352 430V442L0 26ZM1024 0L672 430V442L1024 26Z" fill="#fbf9f4"/><rect x="352" y="430" width="320" height="12" fill="#fbf9f4"/>`;
}

const ceilingLight = (): string =>
  `<circle cx="512" cy="330" r="250" fill="url(#lamp)"/><path d="M512 180V262" stroke="#4a443b" stroke-width="5"/><path d="M452 318Q512 216 572 318Z" fill="#3d3a33"/><ellipse cx="512" cy="319" rx="60" ry="13" fill="#fff3cf"/>`;

const farDoor = (): string =>
  `<path d="M424 606H600V1010H424Z" fill="#f6f2ea"/><path d="M436 620H588V1010H436Z" fill="#5f7f93"/><path d="M456 644H568V770H456ZM456 796H568V984H456Z" fill="#54717f"/><path d="M466 654H558V760H466Z" fill="#dbe9ef"/><path d="M512 654V760M466 707H558" stroke="#54717f" stroke-width="6"/><circle cx="572" cy="838" r="8" fill="#d9b25a"/>`;

const leftDoor = (): string =>
  `<path d="M56 372L232 566V1190L56 1454Z" fill="#f6f2ea"/><path d="M78 416L214 566V1184L78 1388Z" fill="#e5dccb"/><path d="M102 486L190 580V800L102 812ZM102 868L190 850V1162L102 1282Z" fill="none" stroke="#c4b8a2" stroke-width="8"/><circle cx="196" cy="872" r="11" fill="#b78d3d"/>`;

const picture = (): string =>
  `<path d="M262 598L322 652V806L262 812Z" fill="#3d3a33"/><path d="M270 618L314 658V796L270 801Z" fill="#efe6d2"/><path d="M270 742L288 712L300 734L314 706V796L270 801Z" fill="#7d93a8"/><circle cx="300" cy="690" r="9" fill="#e0b04a"/>`;

const COATS = [
  [722, 640, '#33506b', 300],
  [792, 606, '#b5713c', 360],
  [880, 560, '#4d5b46', 420],
] as const;

/** A rail on the right wall with three coats. */
const hooks = (): string =>
  `<path d="M698 616L960 470V500L698 634Z" fill="#7d5836"/>${COATS.map(
    ([x, y, colour, long]) =>
      `<path d="M${x} ${y}q${long * 0.1} -6 ${long * 0.16} ${long * 0.12}l${long * 0.05} ${long * 0.8}q${-long * 0.18} ${long * 0.1} ${-long * 0.36} ${long * 0.02}l${long * 0.02} ${-long * 0.8}q${long * 0.03} ${-long * 0.12} ${long * 0.13} ${-long * 0.14}Z" fill="${colour}"/><path d="M${x + long * 0.01} ${y + long * 0.1}l${long * 0.01} ${long * 0.78}" stroke="#1d1b16" stroke-width="3" opacity=".35"/><circle cx="${x}" cy="${y - 4}" r="7" fill="#d9b25a"/>`,
  ).join('')}`;

/** A pair of boots on the floor, below the coats. */
const boots = (): string =>
  [
    [792, 1262, 1],
    [852, 1302, 1.08],
  ]
    .map(
      ([x, y, scale]) =>
        `<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="-18" cy="2" rx="62" ry="10" fill="#6d4a2a" opacity=".5"/><path d="M-22 -112H26V-6Q26 0 20 0H-66Q-74 -30 -40 -38Q-24 -42 -22 -62Z" fill="#4a3a2c"/><path d="M-70 -8H26V4H-68Z" fill="#2a211a"/><path d="M-22 -112H26V-98H-22Z" fill="#6b543f"/></g>`,
    )
    .join('');

const plant = (): string =>
  `<path d="M268 1046H336L326 1132H278Z" fill="#b9603d"/><path d="M302 1050C280 980 250 960 234 950C246 1000 262 1030 300 1052ZM302 1050C296 970 300 930 306 902C324 950 324 1000 304 1052ZM304 1050C326 990 352 970 372 962C362 1006 344 1034 306 1052Z" fill="#4c7a4f"/>`;
