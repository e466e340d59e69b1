/** A page of the simulated web. */
export interface SimulatedPage {
  /** `host/path`, without the protocol. */
  readonly at: string;
  readonly title: string;
  /** The whole document. */
  readonly html: string;
  readonly contentType?: string;
  /** Raw bytes, if it isn't UTF-8. */
  readonly bytes?: Buffer;
  /** True if it isn't in the search index. */
  readonly unlisted?: boolean;
}

export interface Article {
  readonly at: string;
  readonly title: string;
  readonly date?: string;
  readonly language?: string;
  /** HTML of the article. */
  readonly text: string;
  /** HTML around it, which a reader should skip. */
  readonly around?: string;
}

/** A typical page: a menu, the article, a footer. */
export function article({ at, title, date, language = 'en', text, around = '' }: Article): SimulatedPage {
  const published = date ? `<meta property="article:published_time" content="${date}T08:00:00Z">` : '';
  return {
    at,
    title,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${published}</head>
<body><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/contact">Contact</a></nav>
${around}<article><h1>${title}</h1>${text}</article>
<footer>All rights reserved. Cookies. Imprint.</footer></body></html>`,
  };
}
