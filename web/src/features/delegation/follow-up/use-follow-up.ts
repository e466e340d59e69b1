import { useEffect, useRef, useState } from 'react';
import type { DelegateRequest } from '#domain/functions/inputs.ts';
import { isLanguageCode, LANGUAGES, type LanguageCode } from '#domain/languages.ts';
import type { Response } from '#domain/rows/response-row.ts';
import type { Run } from '#domain/rows/run-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { attachPicture } from '../form/attach-picture.ts';
import { NO_REGION } from '../form/delegation-choices.ts';
import { useAnswerLanguage } from '../form/use-answer-language.ts';
import { useDelegationDialogs } from '../open-delegation.ts';
import { toRegion } from '../picture/to-region.ts';
import { toFollowUp, toPictureFollowUp } from '../to-request.ts';
import { useDelegate } from '../use-delegate.ts';
import { useRequestKey } from '../use-request-key.ts';
import { contractOfVersion } from './contract-of-version.ts';

/** May follow the name, so that "in German cities" doesn't ask for German. */
const ENDS = '(?=\\s*(?:$|[.,;:!?)]|and\\b|please\\b))';
const BEFORE = '(?:^|\\s)(?:in|into|to|auf|en|em)\\s+';

const PATTERNS = LANGUAGES.flatMap(({ code, englishName, ownName }) =>
  [englishName, ownName].map((name) => ({
    code,
    pattern: new RegExp(`${BEFORE}${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${ENDS}`, 'iu'),
  })),
);

/** The language that an instruction names, such as "shorter, in French", in English or in that language. */
export function namedLanguage(wish: string): LanguageCode | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(wish))?.code;
}

interface FollowUpTarget {
  readonly run: Run;
  readonly answer: Pick<Response, 'files'>;
}

/** State and submission of a follow-up to an answer. */
export function useFollowUp({ run, answer }: FollowUpTarget) {
  const delegate = useDelegate();
  const keyOf = useRequestKey();
  const { following, write } = useDelegationDialogs();
  const instruction = following?.runId === run.id ? following.instruction : '';
  const usual = useAnswerLanguage();
  const [chosen, setChosen] = useState<LanguageCode>();
  const [isSending, setIsSending] = useState(false);
  const [sendingError, setSendingError] = useState<Error | null>(null);
  /** Kept while the form is open, so that a retry sends the same request. */
  const copy = useRef<string>(undefined);
  const open = useRef(new AbortController());
  useEffect(() => {
    const opened = new AbortController();
    open.current = opened;
    return () => opened.abort();
  }, []);

  const [picture] = answer.files;
  const region = toRegion(picture ?? null, useState(NO_REGION));
  const was = isLanguageCode(run.language) ? run.language : usual;
  const language = chosen ?? namedLanguage(instruction) ?? was;
  const wish = instruction.trim();

  const requestWith = (path: string): DelegateRequest =>
    picture === undefined
      ? toFollowUp(run, { instruction: wish, language })
      : toPictureFollowUp(run, { instruction: wish, path, marks: region.marks });

  const toRequest = async (signal: AbortSignal): Promise<DelegateRequest> => {
    if (picture) copy.current ??= await attachPicture(picture, signal);
    return requestWith(copy.current ?? '');
  };

  const submit = async () => {
    if (wish === '' || delegate.isPending || isSending || !region.check()) return;
    const { signal } = open.current;
    setIsSending(true);
    setSendingError(null);
    try {
      const request = await toRequest(signal);
      delegate.mutate({ request, key: keyOf(request) });
    } catch (error) {
      // The form was closed while the copy uploaded: send nothing, spend no credit.
      if (error === signal.reason) return;
      logProblem('a picture was not attached', error);
      setSendingError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setIsSending(false);
    }
  };

  return {
    instruction,
    setInstruction: write,
    language,
    setLanguage: setChosen,
    isPicture: picture !== undefined,
    /** What the new version will bring. The copy of a picture, which isn't there yet, doesn't matter. */
    contract: contractOfVersion(run, requestWith(''), picture),
    /** Part of the picture that may change. */
    region,
    canSend: wish !== '',
    isBusy: delegate.isPending || isSending,
    error: sendingError ?? delegate.error,
    submit,
  };
}
