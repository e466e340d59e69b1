/** What the pictures show: tasks of a person who does not exist, and texts written by hand, not by a model. */

export const PROJECT = {
  name: 'Flat move',
  description: 'From Hamburg to Leipzig on 1 March. Two adults, one child, a piano.',
};

/** As they are typed into the quick line, in this order. */
export const TASKS = [
  'Learn how VAT works for sales to Denmark someday !low #work',
  'Renew the passport, it expires on 14 January someday',
  'Ask Jonas for the signed supplier contract tomorrow !low #work',
  'Draft the agenda for the pricing workshop tomorrow !high #work',
  'Book the van for 28 February tomorrow +flat',
  'Reply to the landlord about the handover date +flat',
  'Plan the move, week by week !high +flat',
  'Write a toast for my father’s seventieth birthday !high',
  'Send the fourth-quarter numbers to Ines before 16:00 !! #work',
] as const;

export const DONE = ['Order moving boxes +flat', 'Pick up the parcel at the post office'] as const;

/** Which of the tasks are handed over, and what comes back. */
export const DELIVERED = {
  title: 'Write a toast for my father’s seventieth birthday',
  text: `# Seventy years, told in three minutes

Begin with the bicycle he repaired more often than he rode it, because everybody at the table knows it. Then one story per decade, each in two sentences, and end on the line that all can say with you.

## The opening

“Papa, you taught us that a thing is not broken as long as somebody still has the right screwdriver.”

## The stories

- **The seventies**: the summer in which he hitch-hiked to Lisbon and came back with a guitar and no shoes.
- **The nineties**: the tree house that needed planning permission.
- **Last year**: how he learned to bake bread, and why the neighbours know it.

## The last line

Raise the glass and leave a pause: “To the man with the right screwdriver.”`,
};

export const AT_WORK = {
  title: 'Plan the move, week by week',
  text: `## Eight weeks before

- Give notice for the flat in Hamburg, and ask for the handover date in writing.
- Ask two firms for an offer **with the piano**: it decides which van is needed.
- Register the child at the new school; Leipzig asks for the proof of address later.

## Six weeks before

- Order boxes for four rooms, and begin with the cellar.
- Tell the insurance and the bank the new address.

## Four weeks before

- Redirect the mail.
- Measure the new rooms, and decide what will not come along.

## The last week

- Pack the kitchen last, and a bag for the first night first.
- Read the meters in the presence of the landlord.`,
};
