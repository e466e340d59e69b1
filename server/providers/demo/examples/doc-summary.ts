import type { PreparedClaim } from '../prepared.ts';

export const LEASE_CLAIMS: readonly PreparedClaim[] = [
  {
    key: 'keys',
    text: 'On the last day the tenant hands back the flat empty and swept clean, with all keys, no later than 17:00.',
    quote:
      'On the last day of the lease the tenant hands back the flat empty and swept clean, with all keys, no later than 17:00.',
  },
  {
    key: 'holes',
    text: 'Drill holes are filled, and walls in strong colours are painted white again at the tenant’s expense.',
    quote:
      'Drill holes are filled. Walls painted in strong colours are painted white again at the tenant’s expense.',
  },
  {
    key: 'wear',
    text: 'Ordinary wear does not have to be made good: faded paint, worn floors and marks of furniture are the landlord’s affair.',
    quote:
      'Ordinary wear does not have to be made good: faded paint, worn floors and marks of furniture are the landlord’s affair.',
  },
  {
    key: 'record',
    text: 'Both sign a record with the meter readings; damage that is not in it cannot be claimed later, unless it was hidden.',
    quote:
      'sign a record of its condition and the meter readings. Damage that is not in the record cannot be claimed later, unless it was hidden.',
  },
  {
    key: 'back',
    text: 'The landlord pays back the deposit within 30 days of the inspection, with interest.',
    quote: 'The landlord pays back the deposit within 30 days of the inspection, with interest.',
  },
  {
    key: 'kept',
    text: 'Up to 300 euros may be kept back until the yearly statement of operating costs.',
    quote: 'Up to 300 euros may be kept back until the yearly statement of operating costs.',
  },
  {
    key: 'late',
    text: 'For each day that the flat is handed back late, the tenant pays one thirtieth of the monthly rent.',
    quote:
      'For each day that the flat is handed back late, the tenant pays one thirtieth of the monthly rent.',
  },
  {
    key: 'rent',
    text: 'The monthly rent is 1,120 euros, operating costs included.',
    quote: 'The monthly rent is 1,120 euros, operating costs included',
  },
  {
    key: 'deposit',
    text: 'The deposit is 2,400 euros.',
    quote: 'The tenant pays a deposit of 2,400 euros before the keys are handed over.',
  },
];
