/** Today as a heading: Friday, 20 November. The page speaks English, whatever the browser does. */
export function today(now = new Date()): string {
  const weekday = now.toLocaleDateString('en-GB', { weekday: 'long' });
  const day = now.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `${weekday}, ${day.replace(' ', '\u00a0')}`;
}
