import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Shows the UI kit during development: `npm run design`. Not part of a build. */
const design = process.env['DESIGN_PAGE'] === 'on' ? [route('design', 'routes/design.tsx')] : [];

export default [
  index('routes/landing.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('update-password', 'routes/update-password.tsx'),
  route('pricing', 'routes/pricing.tsx'),
  route('checkout/success', 'routes/checkout-success.tsx'),
  route('checkout/test', 'routes/test-checkout.tsx'),
  route('redeem', 'routes/redeem.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('cookie', 'routes/cookie.tsx'),
  route('mailbox', 'routes/mailbox.tsx'),
  layout('routes/app-shell.tsx', [
    layout('routes/app-pages.tsx', [
      route('dashboard', 'routes/dashboard.tsx'),
      route('projects', 'routes/projects.tsx'),
      route('projects/:id', 'routes/project.tsx'),
      route('settings', 'routes/settings.tsx'),
      route('trash', 'routes/trash.tsx'),
    ]),
  ]),
  ...design,
  route('404', 'routes/not-found.tsx'),
  route('*', 'routes/unknown.tsx'),
] satisfies RouteConfig;
