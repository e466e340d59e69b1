import Plus from 'lucide-react/icons/plus';
import { TOOLS, typesOf } from '#domain/ai-task.ts';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { t } from '#web/texts/pages.ts';
import { TOOL_ICONS } from '#web/ui/marks/tool-icons.ts';

/** What each tool delivers: pictures of the app, requested when their entry opens. */
export function ToolStills() {
  return (
    <div data-demo-own className="tool-stills">
      <h3 className="type-title-3 mb-2">{t('landing.demo.tools')}</h3>
      {typesOf(TOOLS).map((type) => {
        const Icon = TOOL_ICONS[type];
        const { title } = EXAMPLE_TASKS[type];
        const still = `/demo/tools/${type}`;
        return (
          <details key={type} name="tool-still" className="border-t border-line">
            <summary>
              <Icon size={18} aria-hidden className="text-text-2" />
              <span className="type-ui">{t(`tools.${type}.page.name`)}</span>
              <span className="text-text-3 max-md:hidden">{title}</span>
              <Plus size={16} aria-hidden className="ms-auto text-text-3" />
            </summary>
            <picture>
              <source media="(width < 768px)" srcSet={`${still}-phone.webp`} width={780} height={1560} />
              <img
                loading="lazy"
                src={`${still}-desk.webp`}
                width={1420}
                height={1065}
                alt={t('landing.demo.still', { title })}
              />
            </picture>
          </details>
        );
      })}
    </div>
  );
}
