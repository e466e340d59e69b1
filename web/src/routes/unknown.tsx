import { redirect } from 'react-router';

/** Any unknown address met inside the app leads to /404; from outside, the server answers the same way. */
export function clientLoader() {
  return redirect('/404');
}

export default function Unknown() {
  return null;
}
