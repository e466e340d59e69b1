import { useDeferredValue, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PlanCredits } from '#web/features/credits/plan-credits.tsx';
import { UpgradeDialogSlot } from '#web/features/credits/upgrade-dialog-slot.tsx';
import { DelegationDialogs } from '#web/features/delegation/delegation-dialogs.tsx';
import { useRunToasts } from '#web/features/delegation/progress/use-run-toasts.ts';

import { ProjectDialogSlot } from '#web/features/projects/edit/project-dialog-slot.tsx';
import { ProjectsUnread } from '#web/features/projects/projects-unread.tsx';
import { useProjects } from '#web/features/projects/use-projects.ts';
import { SearchButton } from '#web/features/search/search-button.tsx';
import { AppFrame } from '#web/features/shell/app-frame.tsx';
import { ShortcutsHint } from '#web/features/shell/shortcuts-hint.tsx';
import { SideBar } from '#web/features/shell/side-bar.tsx';
import { UserMenu } from '#web/features/shell/user-menu.tsx';
import { useAddTask } from '#web/features/tasks/add/add-task-button.tsx';
import { registerTaskChanges } from '#web/features/tasks/change/register-task-changes.ts';
import { useTaskChange } from '#web/features/tasks/change/use-task-changes.ts';
import { TaskDialogSlot } from '#web/features/tasks/edit/task-dialog-slot.tsx';
import { usePendingCount } from '#web/features/tasks/list/use-pending-count.ts';
import { Loaded } from '#web/lib/page/loaded.tsx';
import { Unreached } from '#web/lib/page/unreached.tsx';
import { useOtherPages } from '#web/lib/page/use-other-pages.ts';
import { QueryProvider } from '#web/lib/server/query-provider.tsx';
import { expectSupabase } from '#web/lib/server/supabase.ts';
import { loginPath } from '#web/lib/session/next-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSessionStart } from '#web/lib/session/use-session-start.ts';
import { t } from '#web/texts/app.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { AppControls } from './app-controls.tsx';
import { AppPage } from './app-page.tsx';
import { ExamplesSlot } from './examples/examples-slot.tsx';
import { OpenedSlot } from './opened/opened-slot.tsx';

// At import, not after hydration: every page of the app waits for it.
if (!import.meta.env.SSR) expectSupabase();

/** Loaded on demand: shown once in an account's life, and to few. */
const loadCompleteProfile = async () =>
  (await import('#web/features/auth/sign-up/complete-profile.tsx')).CompleteProfile;

/**
 * Everything behind the sign-in. Without a session it redirects to the login, which leads back here. Its frame is in the
 * pages' files, so that it is painted before any code has arrived.
 */
export default function AppShell() {
  useSessionStart();
  useOtherPages();
  const { user, profileMissing, isLoading, isUnreached, leftByChoice } = useSession();
  const addTask = useAddTask();
  const { pathname, search } = useLocation();
  const key = useTreeKey(user?.id);
  if (user === null && !isLoading) {
    if (isUnreached) return <UnreachedScreen />;
    return <Navigate to={leftByChoice ? '/' : loginPath(pathname + search)} replace />;
  }
  if (profileMissing) {
    return (
      <AppFrame sideBar={<SideBar />} credits={<PlanCredits />} account={<UserMenu />}>
        <Loaded load={loadCompleteProfile} props={{}} waiting={<LoadingPage />} />
      </AppFrame>
    );
  }
  const isKnown = user !== null;
  return (
    <QueryProvider key={key} userId={user?.id ?? null} prepare={registerTaskChanges}>
      {/* Hidden without a stored session (`data-session`), because then the login comes next. */}
      <div className={isKnown ? undefined : 'waiting-shell'}>
        <AppFrame
          sideBar={<AppSideBar />}
          search={<SearchButton />}
          credits={isKnown && <PlanCredits />}
          account={isKnown ? <UserMenu /> : NO_ACCOUNT}
          onAddTask={addTask}
        >
          <AppPage isKnown={isKnown} />
        </AppFrame>
      </div>
      {isKnown && (
        <>
          <AppDialogs />
          <AppControls />
        </>
      )}
    </QueryProvider>
  );
}

/** No menu: one that is opened before it is known who is here could name nobody. */
const NO_ACCOUNT = <span className="size-8 shrink-0 rounded-round bg-well" />;

/**
 * Another user gets everything anew. Whoever comes first keeps the frame that waited for them, so that a press which
 * begins on one of its buttons ends on the same, and the focus stays.
 */
function useTreeKey(userId: string | undefined): string {
  const [first, setFirst] = useState(userId);
  if (first === undefined && userId !== undefined) setFirst(userId);
  return userId === undefined || userId === (first ?? userId) ? 'first' : userId;
}

/** The visitor may have a session, so they are asked to retry, not to log in. */
function UnreachedScreen() {
  return (
    <main className="mx-auto w-full max-w-160 p-4 md:pt-16">
      <h1 className="type-title-2 mb-4">{t('shell.unreached')}</h1>
      <Unreached>{t('shell.unreached.text')}</Unreached>
    </main>
  );
}

/** Projects listed in the sidebar; the rest are on their page. */
const NAMED_PROJECTS = 5;

const HINT = <ShortcutsHint />;

/** Separate component, so that new counts don't re-render the page beside it; deferred behind user input. */
function AppSideBar() {
  const pending = useDeferredValue(usePendingCount());
  const { data: projects } = useProjects();
  const contents = useMemo(() => {
    const links = projects
      ?.slice(0, NAMED_PROJECTS)
      .map(({ id, name }) => ({ to: `/projects/${id}`, label: name }));
    return { '/dashboard': { count: pending }, '/projects': { count: projects?.length, links } };
  }, [pending, projects]);
  return <SideBar contents={contents} foot={HINT} />;
}

const loadSteps = async () => (await import('#web/features/tasks/add/steps-panel.tsx')).StepsPanel;

/** Dialogs and toasts that every page of the app can show. */
function AppDialogs() {
  useRunToasts();
  const { data: projects = [] } = useProjects();
  const change = useTaskChange();
  return (
    <>
      <OpenedSlot />
      <TaskDialogSlot />
      <ProjectDialogSlot />
      <UpgradeDialogSlot />
      <ExamplesSlot />
      <DelegationDialogs
        projects={projects}
        projectsNotice={<ProjectsUnread />}
        onComplete={(id) => change({ kind: 'complete', id, is_completed: true })}
        renderSteps={(found, { id, project_id: projectId }) => (
          <Loaded key={id} load={loadSteps} props={{ ...found, projectId, projects }} />
        )}
      />
    </>
  );
}
