import { Buttons } from '#web/design/buttons.tsx';
import { Feedback } from '#web/design/feedback.tsx';
import { Fields } from '#web/design/fields.tsx';
import { Marks } from '#web/design/marks.tsx';
import { Overlays } from '#web/design/overlays.tsx';
import { Paper } from '#web/design/paper.tsx';
import { cycleTheme } from '#web/lib/device/theme.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';

/** UI kit with each component in each state. In development only: `npm run design`. */
export default function Design() {
  return (
    <main id="design" className="grid min-w-0 lg:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          className="min-w-0 bg-page px-4 py-6 text-text md:px-8"
          style={{ colorScheme: theme }}
        >
          <div className="flex items-center justify-between pb-4">
            <h1 className="type-title-2">The ui kit, {theme}</h1>
            <ThemeButton onPress={cycleTheme} />
          </div>
          <Marks />
          <Buttons />
          <Fields />
          <Paper />
          <Feedback />
          <Overlays />
        </div>
      ))}
    </main>
  );
}
