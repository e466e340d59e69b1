import type { TwoExamples } from '../show-examples.ts';

/** A poster with words, and a task that leaves everything open. */
export const BRIEF_EXAMPLES: TwoExamples = [
  {
    given: 'Title: Poster for the plum fair, with the words "Plum Fair"',
    answer:
      'A wooden market stall heaped with dark plums under a striped awning, seen from the front at eye level. Morning mist lies on the square behind it. The words "Plum Fair" stand in large cream letters on the awning. Warm low light, muted purples and greens, in the style of a linocut print.',
  },
  {
    given: 'Title: Una imagen para el club de remo. Project: dues of 40 crowns, unpaid by Ivo Lark',
    answer:
      'Un bote de remos con cuatro personas avanza por un lago tranquilo al amanecer, visto desde arriba y en diagonal. Los remos dejan círculos en el agua, y al fondo hay una orilla con juncos y un embarcadero de madera. Ilustración plana de líneas limpias, en azul petróleo, arena y coral, con luz suave.',
  },
];

/** One change, and a wish in another language whose last word counts. */
export const EDIT_EXAMPLES: TwoExamples = [
  {
    given: 'Title: Make the door of the boathouse red',
    answer:
      'Paint the door of the boathouse in a plain matt red. Keep its shape, handle and shadows, and leave everything else in the picture exactly as it is.',
  },
  {
    given: 'Title: Cartel. The person adds: Pon "Cerrado". The person adds: Mejor "Abierto"',
    answer:
      'Cambia las palabras del cartel por "Abierto", con la misma letra, el mismo color y el mismo tamaño que tienen ahora. Todo lo demás en la imagen se queda exactamente como está.',
  },
];
