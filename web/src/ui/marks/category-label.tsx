import Briefcase from 'lucide-react/icons/briefcase';
import House from 'lucide-react/icons/house';
import type { TaskCategory } from '#domain/task.ts';
import { t } from '#web/texts/app.ts';

interface CategoryProps {
  category: TaskCategory;
  size?: number;
}

/** Always icon and word. */
export function CategoryLabel({ category, size = 14 }: CategoryProps) {
  return (
    <span className="inline-flex items-center gap-1.5 align-top">
      <CategoryIcon category={category} size={size} />
      {t(`tasks.category.${category}`)}
    </span>
  );
}

/** For places that have the word already. */
export function CategoryIcon({ category, size = 14 }: CategoryProps) {
  const Icon = category === 'work' ? Briefcase : House;
  return <Icon size={size} aria-hidden />;
}
