import { redirect } from 'react-router';

/** Redirects unknown URLs within the app to /404; the server does the same for direct visits. */
export function clientLoader() {
  return redirect('/404');
}

export default function Unknown() {
  return null;
}
