import * as z from 'zod/mini';
import { type AboutMe, aboutMeRow } from '#domain/rows/about-me-row.ts';
import { createTypedForm } from '../typed-form.ts';

/** The changed fields; the others follow the saved values. Without the switch, which isn't part of the form. */
const typedAbout = z.partial(z.omit(aboutMeRow, { sends_about: true }));
export type TypedAbout = z.output<typeof typedAbout>;

export const { useTyped: useTypedAbout, keepOf: keepAboutOf } = createTypedForm('errand-about', typedAbout);

const FIELDS = ['about_country', 'about_currency', 'about_units', 'about_tone', 'about_facts'] as const;

/** True if it has something to save. */
export const isUnsaved = (typed: TypedAbout | null, saved: AboutMe): typed is TypedAbout =>
  typed !== null && FIELDS.some((field) => typed[field] !== undefined && typed[field] !== saved[field]);
