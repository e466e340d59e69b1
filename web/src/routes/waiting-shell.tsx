import { type UIMatch, useMatches } from 'react-router';
import { SearchButton } from '#web/features/search/search-button.tsx';
import { AppFrame } from '#web/features/shell/app-frame.tsx';
import { ShortcutsHint } from '#web/features/shell/shortcuts-hint.tsx';
import { SideBar } from '#web/features/shell/side-bar.tsx';
import { useAddTask } from '#web/features/tasks/add/add-task-button.tsx';
import type { RouteHandle } from '#web/lib/page/page-file.ts';
import { t } from '#web/texts/app.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';

function BlankPage() {
  return (
    <>
      <h1 className="sr-only">{t('ui.loading')}</h1>
      <LoadingPage awaited={t('shell.checking')} />
    </>
  );
}

const HINT = <ShortcutsHint />;

/** No menu: one that is opened here would vanish when the frame of the signed-in person takes this one's place. */
const ACCOUNT = <span className="size-8 shrink-0 rounded-round bg-well" />;

/**
 * The app's frame until it is known who is here. It is in the pages' files, so that it is painted before any code has
 * arrived. Hidden without a stored session (`data-session`), because then the login comes next.
 */
export function WaitingShell() {
  const matches = useMatches() as UIMatch<unknown, RouteHandle | undefined>[];
  const Page = matches.at(-1)?.handle?.Waiting ?? BlankPage;
  const addTask = useAddTask();
  return (
    <div className="waiting-shell">
      <AppFrame
        sideBar={<SideBar foot={HINT} />}
        search={<SearchButton />}
        account={ACCOUNT}
        onAddTask={addTask}
      >
        <Page />
      </AppFrame>
    </div>
  );
}
