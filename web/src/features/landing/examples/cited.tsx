// @size: a citation of a sample, drawn in each of its claims
import { Trans } from '@lingui/react';
import type { ReactNode } from 'react';
import { t as appText } from '#web/texts/app.ts';
import type { TextId } from '#web/texts/pages.ts';

/** A text of a sample result, with its citations and what could not be verified. */
export function Cited({ id }: { id: TextId }) {
  return <Trans id={id} components={{ c: <sup className="sample-cite" />, gap: <Gap /> }} />;
}

function Gap({ children }: { children?: ReactNode }) {
  return (
    <>
      <span className="not-verified bg-slip">{children}</span>{' '}
      <span className="type-slip text-slip-ink">{appText('ui.not_verified')}</span>
    </>
  );
}
