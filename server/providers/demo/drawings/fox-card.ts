/** Two foxes and a birthday cake in the snow: a square of 1024 units, with more sky and snow around it in other shapes. */
export function drawFoxCard(width: number, height: number): string {
  const [across, up] = [1024 * Math.max(1, width / height), 1024 * Math.max(1, height / width)];
  const view = `${(1024 - across) / 2} ${1024 - up} ${across} ${up}`;
  const scene = [
    GRADIENTS,
    sky(),
    bunting(),
    hills(),
    trees(),
    cake(),
    fox(300, false),
    fox(724, true),
    snow(),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">${scene.join('')}</svg>`;
}

const GRADIENTS = `<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset=".45" stop-color="#1d2b53"/><stop offset=".77" stop-color="#5a6aa0"/><stop offset=".92" stop-color="#e8b7a6"/></linearGradient>
<linearGradient id="near" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#dfe7f5"/></linearGradient>
<linearGradient id="far" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cdd9ef"/><stop offset="1" stop-color="#b4c4e2"/></linearGradient>
<linearGradient id="fur" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ee8a43"/><stop offset="1" stop-color="#cf5f25"/></linearGradient>
<radialGradient id="moon"><stop offset="0" stop-color="#fff6de"/><stop offset=".55" stop-color="#ffeec4"/><stop offset=".56" stop-color="#ffeec4" stop-opacity=".28"/><stop offset="1" stop-color="#ffeec4" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#ffe08a" stop-opacity=".85"/><stop offset="1" stop-color="#ffe08a" stop-opacity="0"/></radialGradient>
</defs>`;

const sky = (): string =>
  `<rect x="-512" y="-1024" width="2048" height="2048" fill="url(#sky)"/><circle cx="512" cy="352" r="250" fill="url(#moon)"/>`;

const FLAGS = ['#e0533d', '#f4c542', '#f7efe0', '#7db6a8'];

/** Flags on a string that sags between three pairs of nails. */
function bunting(): string {
  const flags = Array.from({ length: 11 }, (_flag, at) => {
    const t = (at + 0.5) / 11;
    const [x, y] = [t * 1024, 60 + 4 * 92 * t * (1 - t)];
    return `<path d="M${x - 30} ${y}h60l-30 62Z" fill="${FLAGS[at % FLAGS.length]}"/>`;
  });
  const length = `${flags.join('')}<path d="M0 60Q512 244 1024 60" fill="none" stroke="#f7efe0" stroke-width="4"/>`;
  return [-1024, 0, 1024].map((x) => `<g transform="translate(${x} 0)">${length}</g>`).join('');
}

const hills = (): string =>
  `<path d="M-512 690C-360 640 -160 790 0 700C160 610 300 620 470 680S830 600 1024 660S1360 740 1536 680V1024H-512Z" fill="url(#far)"/><path d="M-512 780C-340 740 -210 858 0 800C210 742 380 770 520 786S860 742 1024 792S1340 770 1536 800V1024H-512Z" fill="url(#near)"/>`;

const TREES = [
  [-250, 730, 1.1],
  [-120, 760, 0.8],
  [90, 742, 1.15],
  [190, 716, 0.8],
  [860, 712, 0.85],
  [956, 744, 1.2],
  [1130, 732, 0.85],
  [1280, 760, 1.2],
] as const;

const trees = (): string =>
  TREES.map(
    ([x, y, scale]) =>
      `<g transform="translate(${x} ${y}) scale(${scale})"><rect x="-8" y="-20" width="16" height="34" fill="#5b4334"/>${[
        0, 1, 2,
      ]
        .map((tier) => {
          const [top, half] = [-190 + tier * 48, 42 + tier * 20];
          return `<path d="M0 ${top}L${half} ${top + 84}Q0 ${top + 66} ${-half} ${top + 84}Z" fill="#2f5d57"/><path d="M0 ${top}L${half * 0.52} ${top + 44}Q${half * 0.2} ${top + 34} 0 ${top + 46}T${-half * 0.52} ${top + 44}Z" fill="#f4f8ff"/>`;
        })
        .join('')}</g>`,
  ).join('');

/** Faces right, or left if mirrored. */
function fox(x: number, isMirrored: boolean): string {
  const scarf = isMirrored ? '#2f6f8f' : '#c8373a';
  return `<g transform="translate(${x} 866) scale(${isMirrored ? -1.06 : 1.06} 1.06)">
<ellipse cx="-12" cy="4" rx="150" ry="20" fill="#b9c8e4" opacity=".7"/>
<path d="M-58 -8C-190 -2 -216 -122 -150 -196C-138 -128 -118 -84 -44 -70Z" fill="url(#fur)"/>
<path d="M-150 -196C-178 -164 -183 -130 -178 -104C-164 -114 -150 -112 -136 -128C-144 -152 -148 -172 -150 -196Z" fill="#fff7ec"/>
<path d="M-72 0C-92 -120 -46 -226 12 -232C70 -226 88 -112 76 0Z" fill="url(#fur)"/>
<path d="M-12 0C-22 -80 -2 -186 28 -206C58 -176 64 -74 54 0Z" fill="#fff7ec"/>
<path d="M-8 0V-86Q2 -96 12 -86V0ZM38 0V-86Q48 -96 58 -86V0Z" fill="#4a2c20"/>
<path d="M-86 0C-104 -54 -66 -94 -30 -74C-8 -60 -18 0 -18 0Z" fill="#d96a2c"/>
<path d="M-58 -338L-66 -442Q-14 -420 6 -376ZM98 -338L106 -442Q54 -420 34 -376Z" fill="url(#fur)"/>
<path d="M-48 -360L-52 -416Q-22 -402 -10 -378ZM88 -360L92 -416Q62 -402 50 -378Z" fill="#4a2c20"/>
<path d="M20 -392C-44 -392 -82 -346 -88 -288C-58 -262 -20 -248 20 -206C60 -248 98 -262 128 -288C122 -346 84 -392 20 -392Z" fill="url(#fur)"/>
<path d="M-88 -288C-54 -308 -16 -300 4 -262L20 -232L36 -262C56 -300 94 -308 128 -288C98 -262 60 -248 20 -206C-20 -248 -58 -262 -88 -288Z" fill="#fff7ec"/>
<path d="M-42 -308Q-26 -326 -10 -308M50 -308Q66 -326 82 -308" fill="none" stroke="#2a1a14" stroke-width="8" stroke-linecap="round"/>
<path d="M2 -232Q20 -244 38 -232Q32 -210 20 -206Q8 -210 2 -232Z" fill="#2a1a14"/>
<path d="M-52 -214Q16 -168 84 -214L90 -178Q16 -132 -56 -178Z" fill="${scarf}"/>
<path d="M58 -176L92 -182L104 -92L66 -88Z" fill="${scarf}"/>
<path d="M66 -104L104 -108M68 -120L101 -124" stroke="#fff7ec" stroke-width="6"/>
</g>`;
}

/** A cake with three candles, between the foxes. */
const cake = (): string =>
  `<g transform="translate(512 874)"><circle cx="0" cy="-178" r="190" fill="url(#glow)"/><ellipse cy="2" rx="118" ry="18" fill="#b9c8e4" opacity=".8"/>
<rect x="-92" y="-64" width="184" height="64" rx="10" fill="#8c4a34"/><path d="M-92 -48V-64H92V-48Q70 -26 48 -46T2 -44T-46 -46T-92 -48Z" fill="#fff7ec"/>
<rect x="-64" y="-114" width="128" height="52" rx="10" fill="#a85a3f"/><path d="M-64 -98V-114H64V-98Q48 -78 30 -96T-4 -94T-36 -96T-64 -98Z" fill="#fff7ec"/>
${[-36, 0, 36]
  .map(
    (x, at) =>
      `<rect x="${x - 6}" y="-156" width="12" height="44" rx="3" fill="${FLAGS[at]}"/><path d="M${x} -196Q${x + 15} -172 ${x} -158Q${x - 15} -172 ${x} -196Z" fill="#ffc24d"/><path d="M${x} -182Q${x + 7} -168 ${x} -160Q${x - 7} -168 ${x} -182Z" fill="#fff3c4"/>`,
  )
  .join('')}</g>`;

/** Evenly scattered, the same each time. */
function snow(): string {
  return Array.from({ length: 240 }, (_flake, at) => {
    const x = ((at * 0.618034 * 2048) % 2048) - 512;
    const y = ((at * 0.754878 * 1536) % 1536) - 512;
    const radius = 2 + ((at * 7) % 5);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="#ffffff" opacity="${0.45 + (at % 5) * 0.1}"/>`;
  }).join('');
}
