import type { ReactNode } from 'react';

/** Drawn for this page: nobody's likeness, and no image from another host. */
function Portrait({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 64 64" width={56} height={56} aria-hidden className="portrait">
      <circle className="ground" cx="32" cy="32" r="32" />
      {children}
    </svg>
  );
}

/** Shoulders, neck and head; the rest is drawn on top. */
function Bust() {
  return (
    <>
      <path className="cloth" d="M9 64c0-12 10-19 23-19s23 7 23 19z" />
      <path className="skin" d="M27 38h10v9c0 3-2 5-5 5s-5-2-5-5z" />
      <path className="skin" d="M22 25c0-8 4-12 10-12s10 4 10 12-4 17-10 17-10-9-10-17z" />
    </>
  );
}

export function MaraPortrait() {
  return (
    <Portrait>
      <path className="hair" d="M17 42V25c0-10 6-16 15-16s15 6 15 16v17h-8V26H25v16z" />
      <Bust />
      <path
        className="hair"
        d="M21 27c0-11 4-16 11-16s11 5 11 16c-3-1-5-3-6-6-4 3-10 4-16 6zM17 25h5v17h-5zM42 25h5v17h-5z"
      />
    </Portrait>
  );
}

export function TobiasPortrait() {
  return (
    <Portrait>
      <Bust />
      <path
        className="hair"
        d="M20 26c-1-10 4-16 13-16 8 0 12 5 11 15l-2-1c0-4-2-6-5-6-5 1-11-1-14 1-1 2-1 4-1 6z"
      />
      <path
        className="hair"
        d="M21 29c2 3 3 4 6 4 2-1 8-1 10 0 3 0 4-1 6-4 0 9-4 16-11 16s-11-7-11-16zm8 7c1 2 5 2 6 0z"
      />
      <path
        className="line"
        d="M24 26a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM33 26a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM31 25.500h2"
      />
    </Portrait>
  );
}

export function AminaPortrait() {
  return (
    <Portrait>
      <Bust />
      <path
        className="hair"
        fillRule="evenodd"
        d="M16 52c1-6 1-10 1-17 0-16 5-26 15-26s15 10 15 26c0 7 0 11 1 17-5 4-27 4-32 0zm8-26c0 8 3 14 8 14s8-6 8-14c0-6-3-10-8-10s-8 4-8 10z"
      />
      <path className="fold" d="M22 46c6 5 14 3 18-4" />
    </Portrait>
  );
}
