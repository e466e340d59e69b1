/** The part of the DOM needed to read a page. The server's types don't include a browser's. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
}

export interface DomElement extends DomNode {
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement> & { readonly length: number };
  remove(): void;
}

export interface DomDocument extends Pick<DomElement, 'querySelector' | 'querySelectorAll'> {
  readonly title: string | null;
  readonly body: DomElement | null;
  readonly documentElement: DomElement | null;
}
