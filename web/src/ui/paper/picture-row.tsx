import type { ReactNode } from 'react';
import type { TaskPriority } from '#domain/task.ts';
import { classNames } from '../class-names.ts';
import { PriorityMark } from '../marks/priority-mark.tsx';

export interface PictureRowProps {
  priority: TaskPriority;
  title: string;
  done?: boolean;
  /** Columns after the title. */
  columns?: ReactNode;
  /** Second line on phones, where the columns are hidden. */
  fold?: ReactNode;
  /** A slip or a trail below the title. */
  children?: ReactNode;
  className?: string;
}

/**
 * A row of the list as a picture, for pages that show the product. Goes into a `<ul class="sheet picture">`.
 */
export function PictureRow({
  priority,
  title,
  done = false,
  columns,
  fold,
  children,
  className,
}: PictureRowProps) {
  return (
    <li className={classNames('row', className)} data-done={done || undefined}>
      <PriorityMark priority={priority} />
      <span className="check" data-checked={done || undefined} />
      <span className="row-title">
        <span className="row-text">{title}</span>
        {fold && <span className="row-fold">{fold}</span>}
      </span>
      {columns}
      {children && <div className="row-under">{children}</div>}
    </li>
  );
}
