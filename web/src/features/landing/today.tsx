import {
  Download,
  FolderOpen,
  Languages,
  type LucideIcon,
  MessageSquareText,
  Square,
  Undo2,
} from 'lucide-react';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { messages } from '#domain/messages.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { SectionHead } from './section-head.tsx';

/** Only what works. A tool is added here in the commit that makes it work. */
const ABILITIES: readonly { Icon: LucideIcon; title: string; text: string; sample?: string }[] = [
  {
    Icon: MessageSquareText,
    title: 'Answers, solutions, ideas',
    text: 'A draft, a plan, a way out.',
    sample: 'Write to the neighbours about Saturday’s noise',
  },
  {
    Icon: FolderOpen,
    title: 'Knows the project',
    text: 'Say once what your tasks share. It goes along with each of them, and the slip says what was sent.',
  },
  {
    Icon: Languages,
    title: `${LANGUAGE_CODES.length} languages`,
    text: 'Choose the language of each answer. It is checked before you get it.',
  },
  { Icon: Square, title: 'Stop at any time', text: 'One press, and nothing is charged.' },
  { Icon: Undo2, title: 'No answer, no charge', text: 'A run that fails gives its credit back by itself.' },
  { Icon: Download, title: 'Yours to keep', text: 'Every answer can be downloaded as a text file.' },
];

export function Today() {
  return (
    <section id="today" className="band border-y border-line bg-desk">
      <div className="wrap">
        <SectionHead title="What it does for you">
          Each task you delegate costs one credit, whatever its length.
        </SectionHead>
        <ul className="grid gap-x-16 border-t border-line-strong md:grid-cols-2">
          {ABILITIES.map(({ Icon, title, text, sample }) => (
            <li key={title} className="grid grid-cols-[32px_minmax(0,1fr)] border-b border-line py-4.5">
              <Icon size={20} aria-hidden className="mt-0.5 text-text-2" />
              <div>
                <h3 className="[font:600_1rem/1.5rem_var(--font-text)]">{title}</h3>
                <p className="text-text-2">{text}</p>
                {sample && <p className="type-meta mt-0.5 text-text-3">“{sample}”</p>}
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-8">
          <a data-start className={buttonClass('primary', 'm')} href="/register">
            {messages.labels.tryToolsForFree}
          </a>
        </p>
      </div>
    </section>
  );
}
