import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { logProblem } from '#web/lib/log.ts';
import { t } from '#web/texts/app.ts';
import { PageFailed } from '#web/ui/feedback/page-failed.tsx';
import type { Route } from './+types/app-pages.ts';

/** Error boundary around each page of the app, so that the frame with its navigation survives. */
export default function AppPages() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => logProblem('a page of the app failed', error), [error]);
  return <PageFailed home={{ to: '/dashboard', label: t('shell.to_dashboard') }} />;
}
