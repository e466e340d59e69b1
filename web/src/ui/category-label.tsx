import { Briefcase, House } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import type { TaskCategory } from '#domain/task.ts';

/** Icon and word, always both. */
export function CategoryLabel({ category, size = 14 }: { category: TaskCategory; size?: number }) {
  const Icon = category === 'work' ? Briefcase : House;
  return (
    <span className="inline-flex items-center gap-1.5 align-top">
      <Icon size={size} aria-hidden />
      {messages.names.category[category]}
    </span>
  );
}
