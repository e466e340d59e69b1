import { beforeAll, expect, it } from 'vitest';
import { type Judge, plannedJoin as j, openJudge } from '#tests/worlds/judged-plans.ts';
import type { PlannedJoin } from './planned-join.ts';

/**
 * Plans that were written before anybody had seen how the rule about repeated rows judges them: fan-outs over a table
 * between two others, counts of repeated rows, and the healthy plans beside them.
 */

const FILES = {
  hotels: 'hotel,town,rooms,stars\nH1,Bern,40,3\nH2,Bern,80,4\nH3,Chur,25,3\n',
  bookings:
    'booking,hotel,guest,arrival,nights,price\nb1,H1,g1,2026-01-10,2,220\nb2,H1,g2,2026-01-12,1,110\nb3,H2,g1,2026-02-01,3,540\nb4,H3,g3,2026-02-03,2,160\nb5,H2,g4,2026-02-20,5,900\n',
  guests: 'guest,name,country,points\ng1,Ada,CH,120\ng2,Bo,DE,40\ng3,Cleo,CH,0\ng4,Dan,FR,75\ng5,Eli,DE,10\n',
  extras:
    'booking,what,cost\nb1,spa,60\nb1,breakfast,30\nb3,breakfast,45\nb3,parking,20\nb5,spa,60\nb5,spa,60\n',
  reviews:
    'hotel,day,score\nH1,2026-01-15,4\nH1,2026-02-02,5\nH2,2026-02-10,3\nH3,2026-02-11,5\nH3,2026-02-12,4\n',
  costs:
    'hotel,month,amount\nH1,2026-01,900\nH1,2026-02,950\nH2,2026-01,2100\nH2,2026-02,2000\nH3,2026-01,400\nH3,2026-02,420\n',
  staff:
    'person,hotel,role,wage\np1,H1,cook,3200\np2,H1,desk,2900\np3,H2,cook,3400\np4,H2,desk,3000\np5,H2,desk,2950\np6,H3,desk,2800\n',
  shifts:
    'person,day,hours\np1,2026-01-10,8\np1,2026-01-11,6\np2,2026-01-10,8\np3,2026-02-01,9\np4,2026-02-01,8\np6,2026-02-03,7\n',
  towns: 'town,canton,people\nBern,BE,134000\nChur,GR,38000\n',
};

const BH = j('bookings', 'hotels', ['hotel', 'hotel']);
const BG = j('bookings', 'guests', ['guest', 'guest']);
const EB = j('extras', 'bookings', ['booking', 'booking']);
const RH = j('reviews', 'hotels', ['hotel', 'hotel']);
const CH = j('costs', 'hotels', ['hotel', 'hotel']);
const SH = j('staff', 'hotels', ['hotel', 'hotel']);
const HS = j('shifts', 'staff', ['person', 'person']);
const HT = j('hotels', 'towns', ['town', 'town']);

type Plan = readonly [task: string, sql: string, joins: readonly PlannedJoin[]];

const HEALTHY: readonly Plan[] = [
  [
    'takings by town',
    'SELECT h.town, SUM(b.price) AS takings FROM bookings b JOIN hotels h ON b.hotel = h.hotel GROUP BY h.town',
    [BH],
  ],
  [
    'bookings of each hotel',
    'SELECT h.hotel, COUNT(b.booking) AS bookings FROM hotels h LEFT JOIN bookings b ON b.hotel = h.hotel GROUP BY h.hotel ORDER BY bookings DESC',
    [BH],
  ],
  [
    'nights by canton',
    'SELECT t.canton, SUM(b.nights) AS nights FROM bookings b JOIN hotels h ON h.hotel = b.hotel JOIN towns t ON t.town = h.town GROUP BY t.canton',
    [BH, HT],
  ],
  [
    'bookings by country',
    'SELECT g.country, COUNT(*) AS bookings, SUM(b.price) AS takings FROM bookings b JOIN guests g ON g.guest = b.guest GROUP BY g.country ORDER BY takings DESC',
    [BG],
  ],
  [
    'what extras bring by hotel',
    'SELECT h.hotel, e.what, COUNT(*) AS times, SUM(e.cost) AS cost FROM extras e JOIN bookings b ON b.booking = e.booking JOIN hotels h ON h.hotel = b.hotel GROUP BY h.hotel, e.what',
    [EB, BH],
  ],
  [
    'guests of each town',
    'SELECT h.town, COUNT(DISTINCT b.guest) AS guests FROM bookings b JOIN hotels h ON h.hotel = b.hotel GROUP BY h.town',
    [BH],
  ],
  [
    'takings and costs of each hotel',
    'WITH t AS (SELECT hotel, SUM(price) AS takings FROM bookings GROUP BY hotel), c AS (SELECT hotel, SUM(amount) AS costs FROM costs GROUP BY hotel) SELECT h.hotel, h.town, t.takings, c.costs, t.takings - c.costs AS profit FROM hotels h LEFT JOIN t ON t.hotel = h.hotel LEFT JOIN c ON c.hotel = h.hotel ORDER BY profit DESC',
    [j('hotels', 't', ['hotel', 'hotel']), j('hotels', 'c', ['hotel', 'hotel'])],
  ],
  [
    'average score by stars',
    'SELECT h.stars, AVG(r.score) AS score, COUNT(*) AS reviews FROM hotels h JOIN reviews r ON r.hotel = h.hotel GROUP BY h.stars',
    [RH],
  ],
  [
    'share of Swiss bookings',
    "SELECT h.hotel, AVG(CASE WHEN g.country = 'CH' THEN 1.0 ELSE 0 END) AS share FROM bookings b JOIN guests g ON g.guest = b.guest JOIN hotels h ON h.hotel = b.hotel GROUP BY h.hotel",
    [BG, BH],
  ],
  [
    'hours by role',
    'SELECT s.role, SUM(f.hours) AS hours FROM shifts f JOIN staff s ON s.person = f.person GROUP BY s.role',
    [HS],
  ],
  [
    'wages by town',
    'SELECT h.town, SUM(s.wage) AS wages, COUNT(s.person) AS people FROM staff s JOIN hotels h ON s.hotel = h.hotel GROUP BY h.town',
    [SH],
  ],
  [
    'takings per room',
    'SELECT h.hotel, SUM(b.price) * 1.0 / MAX(h.rooms) AS per_room FROM bookings b JOIN hotels h ON h.hotel = b.hotel GROUP BY h.hotel',
    [BH],
  ],
  [
    'the best review of hotels with bookings',
    'SELECT h.hotel, MAX(r.score) AS best, COUNT(DISTINCT b.booking) AS bookings FROM hotels h JOIN reviews r ON r.hotel = h.hotel JOIN bookings b ON b.hotel = h.hotel GROUP BY h.hotel',
    [RH, BH],
  ],
  [
    'guests without bookings',
    'SELECT COUNT(*) AS guests FROM guests g LEFT JOIN bookings b ON b.guest = g.guest WHERE b.booking IS NULL',
    [BG],
  ],
  [
    'what each booking costs with extras',
    'SELECT b.booking, b.price + COALESCE(e.cost, 0) AS total FROM bookings b LEFT JOIN (SELECT booking, SUM(cost) AS cost FROM extras GROUP BY booking) e ON e.booking = b.booking',
    [EB],
  ],
  [
    'long stays by country',
    'SELECT g.country, SUM(CASE WHEN b.nights >= 3 THEN 1 ELSE 0 END) AS long_stays, COUNT(*) AS bookings FROM guests g JOIN bookings b ON b.guest = g.guest GROUP BY g.country',
    [BG],
  ],
  [
    'months with takings',
    "SELECT strftime('%Y-%m', b.arrival) AS month, h.town, SUM(b.price) AS takings FROM hotels h INNER JOIN bookings b ON h.hotel = b.hotel GROUP BY 1, 2 ORDER BY 1",
    [BH],
  ],
];

const WRONG: readonly Plan[] = [
  [
    'takings once for each review',
    'SELECT h.hotel, SUM(b.price) AS takings, AVG(r.score) AS score FROM hotels h JOIN bookings b ON b.hotel = h.hotel JOIN reviews r ON r.hotel = h.hotel GROUP BY h.hotel',
    [BH, RH],
  ],
  [
    'takings less costs, each once for the other',
    'SELECT h.town, SUM(b.price) - SUM(c.amount) AS profit FROM hotels h LEFT JOIN bookings b ON b.hotel = h.hotel LEFT JOIN costs c ON c.hotel = h.hotel GROUP BY h.town',
    [BH, CH],
  ],
  [
    'price once for each extra',
    'SELECT h.town, SUM(b.price) + SUM(e.cost) AS total FROM bookings b LEFT JOIN extras e ON e.booking = b.booking JOIN hotels h ON h.hotel = b.hotel GROUP BY h.town',
    [EB, BH],
  ],
  [
    'rooms once for each booking',
    'SELECT h.town, SUM(h.rooms) AS rooms, COUNT(b.booking) AS bookings FROM hotels h JOIN bookings b ON b.hotel = h.hotel GROUP BY h.town',
    [BH],
  ],
  [
    'people of towns once for each hotel',
    'SELECT t.canton, SUM(t.people) AS people FROM towns t JOIN hotels h ON h.town = t.town JOIN bookings b ON b.hotel = h.hotel GROUP BY t.canton',
    [HT, BH],
  ],
  [
    'guests counted once for each booking',
    'SELECT g.country, COUNT(*) AS guests FROM guests g JOIN bookings b ON b.guest = g.guest GROUP BY g.country',
    [BG],
  ],
  [
    'bookings counted once for each extra',
    'SELECT h.hotel, COUNT(b.booking) AS bookings, SUM(e.cost) AS extras FROM bookings b JOIN extras e ON e.booking = b.booking JOIN hotels h ON h.hotel = b.hotel GROUP BY h.hotel',
    [EB, BH],
  ],
  [
    'wages once for each shift',
    'SELECT h.hotel, SUM(s.wage) AS wages, SUM(f.hours) AS hours FROM staff s JOIN shifts f ON f.person = s.person JOIN hotels h ON h.hotel = s.hotel GROUP BY h.hotel',
    [HS, SH],
  ],
  [
    'average points weighted by bookings',
    'SELECT g.country, AVG(g.points) AS points FROM guests g JOIN bookings b ON b.guest = g.guest GROUP BY g.country',
    [BG],
  ],
  [
    'equal prices left out',
    'SELECT h.town, SUM(DISTINCT b.price) AS takings, COUNT(e.what) AS extras FROM hotels h JOIN bookings b ON b.hotel = h.hotel LEFT JOIN extras e ON e.booking = b.booking GROUP BY h.town',
    [BH, EB],
  ],
  [
    'staff and bookings counted beside each other',
    'SELECT h.hotel, COUNT(s.person) AS staff, COUNT(b.booking) AS bookings FROM hotels h JOIN staff s ON s.hotel = h.hotel JOIN bookings b ON b.hotel = h.hotel GROUP BY h.hotel',
    [SH, BH],
  ],
  [
    'hotels without bookings counted as one',
    'SELECT g.name, COUNT(*) AS bookings FROM guests g LEFT JOIN bookings b ON b.guest = g.guest GROUP BY g.name',
    [BG],
  ],
];

let judge: Judge;
beforeAll(async () => {
  judge = await openJudge(FILES);
});

const passing = (plans: readonly Plan[]): string[] =>
  plans.filter(([, sql, joins]) => judge(sql, joins).refused === null).map(([task]) => task);

// At first 16 of 17: what is counted where nothing belongs to it was refused, and is not any more.
it('lets healthy plans pass', () => {
  expect(passing(HEALTHY).length).toBe(HEALTHY.length);
});

// 12 of 12. Before a join was taken to repeat whatever is joined to its table, and rows to be counted, 5 of 12.
it('refuses wrong plans', () => {
  expect(passing(WRONG)).toEqual([]);
});
