/** Loaded before a program (`node --import`): its clock is wrong by CLOCK_SHIFT milliseconds. */
const shift = Number(process.env['CLOCK_SHIFT'] ?? 0);
const now = Date.now;
Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (real, given: readonly unknown[], own): object =>
    Reflect.construct(real, given.length > 0 ? given : [Date.now()], own),
});
