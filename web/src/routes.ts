import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/landing.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('update-password', 'routes/update-password.tsx'),
  route('mailbox', 'routes/mailbox.tsx'),
  layout('routes/app-shell.tsx', [route('dashboard', 'routes/dashboard.tsx')]),
  route('404', 'routes/not-found.tsx'),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;
