import { use } from 'react';
import { type Evidence, isPage, type Source } from '#domain/evidence.ts';
import { t } from '#web/texts/later.ts';
import { AnswerLink } from '../answer/links/answer-link.tsx';
import { sourceId } from '../answer/open-source.ts';
import { CitedPage } from '../cited-page/cited-page.ts';
import { toDay } from '../moments.ts';
import { MarkedQuote } from './marked-quote.tsx';
import { countAside } from './word-evidence.ts';

/** Sources of an answer in its receipt; each expands to its quotes. */
export function SourceList({ evidence }: { evidence: Evidence }) {
  const { sources, pages_read: read, unread } = evidence;
  const aside = countAside(evidence);
  return (
    <section data-sources>
      <h3 className="type-slip-head mb-0.5 flex justify-between">
        <span>{t('delegation.evidence.sources')}</span>
        <span>{t('delegation.evidence.of_read', { cited: sources.length, read })}</span>
      </h3>
      {sources.map((source) => (
        <SourceEntry key={source.n} source={source} />
      ))}
      {aside > 0 && (
        <p className="text-slip-text-2">{t('delegation.evidence.set_aside', { count: aside })}</p>
      )}
      {unread.length > 0 && (
        <>
          <p className="mt-2 text-slip-text-2">{t('delegation.evidence.unread')}</p>
          <ul>
            {unread.map(({ url, title }) => (
              <li key={url} className="wrap-anywhere">
                <AnswerLink href={url}>{title}</AnswerLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function SourceEntry({ source }: { source: Source }) {
  const openPage = use(CitedPage);
  const { n, unit = 'page', url, host, title, date, read_at, quotes } = source;
  return (
    <details id={sourceId(n)} className="source-entry scroll-my-6">
      <summary className="flex cursor-pointer items-baseline">
        <span className="min-w-16 truncate">
          {isPage(source) ? (
            t('delegation.evidence.page', { number: n, unit })
          ) : (
            <>
              {n} <bdi dir="ltr">{host}</bdi>
            </>
          )}
        </span>
        <i aria-hidden className="dots" />
        <span className="whitespace-nowrap">{t('delegation.evidence.quotes', { count: quotes.length })}</span>
      </summary>
      <div className="mt-1 mb-3 ps-3.5">
        <p dir="auto" className="wrap-anywhere type-ui">
          <AnswerLink href={url}>{title}</AnswerLink>
        </p>
        {openPage && isPage(source) && unit === 'page' && (
          <button type="button" className="link hit-40" onClick={(event) => openPage(n, event.currentTarget)}>
            {t('delegation.page.open')}
          </button>
        )}
        {!isPage(source) && (
          <p className="text-slip-text-2">
            {date === null
              ? t('delegation.evidence.undated', { read: toDay(new Date(read_at)) })
              : t('delegation.evidence.dated', {
                  date: toDay(new Date(date)),
                  read: toDay(new Date(read_at)),
                })}
          </p>
        )}
        {quotes.map(({ text, around }) => (
          <blockquote
            key={text}
            dir="auto"
            title={around}
            className="mt-2 border-s-2 border-slip-mark ps-2.5 wrap-anywhere type-note"
          >
            {isPage(source) ? <MarkedQuote text={text} around={around} /> : text}
          </blockquote>
        ))}
      </div>
    </details>
  );
}
