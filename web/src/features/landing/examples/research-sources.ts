// @size: the sample as data, beside the parts that draw it
/** Sources of the sample research. `.example` is reserved, so no link of the page leads to a made-up site. */
export const RESEARCH_HOSTS = [
  { host: 'roads-of-austria.example', quotes: 3 },
  { host: 'brenner-motorway.example', quotes: 2 },
  { host: 'drivers-club.example', quotes: 2 },
  { host: 'south-tyrol-roads.example', quotes: 2 },
  { host: 'ring-car-hire.example', quotes: 2 },
] as const;
