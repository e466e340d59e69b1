import type { AiTaskType } from '#domain/ai-task.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { ChosenModels } from '../models/choose-models.ts';
import type { Tool, ToolInput } from '../tool.ts';
import { isPicture } from '../tools/text/is-picture.ts';

export type Recipients = Extract<RunStep, { key: 'recipients' }>['params'];

/** Hosts of text and image models; null inside the operator's own network. */
export interface Hosts {
  readonly text: string | null;
  readonly images: string | null;
}

/** All that an installation can ask. */
export interface Served {
  readonly hosts: Hosts;
  readonly models: ChosenModels;
  readonly images: { readonly create: string; readonly edit: string } | null;
  /** By name: who searches, and who recognises scanned pages. */
  readonly search: string | null;
  readonly ocr: string | null;
}

/** A tool that says first who is going to see what the person hands over. */
export function tellRecipients(tool: Tool, served: Served): Tool {
  return {
    ...tool,
    run(input, context) {
      context.onStep({ key: 'recipients', params: recipientsOf(tool.type, served, input) });
      return tool.run(input, context);
    },
  };
}

/** Recipients of a run's input. */
export function recipientsOf(
  type: AiTaskType,
  { hosts, models, images, search, ocr }: Served,
  { files }: Pick<ToolInput, 'files'>,
): Recipients {
  const asked = (...names: readonly (string | null)[]): Recipients => ({
    host: hosts.text,
    models: [...new Set(names.filter((name) => name !== null))],
    search: null,
    ocr: null,
  });
  const seeing = files.some(isPicture) ? models.vision : null;
  switch (type) {
    case 'answer':
    case 'reasoning':
      return asked(seeing ?? models[type]);
    case 'research':
    case 'web_search':
      return { ...asked(models[type], models.reading), search };
    case 'doc_summary':
      return { ...asked(models.doc_summary), ocr };
    case 'data_analysis':
      return asked(models.data_analysis, seeing);
    case 'create_image':
      return { ...asked(images?.create ?? null), host: hosts.images };
    case 'image_edit':
      return { ...asked(images?.edit ?? null), host: hosts.images };
  }
}
