import { type AiTaskType, isTextTask, TOOLS } from '#domain/ai-task.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import { type ChosenModels, checkerFor } from '../models/choose-models.ts';
import type { Tool, ToolInput } from '../tool.ts';
import { isPicture } from '../tools/text/is-picture.ts';

export type Recipients = Extract<RunStep, { key: 'recipients' }>['params'];

/** Hosts of text and image models; null inside the operator's own network. */
export interface Hosts {
  readonly text: string | null;
  readonly images: string | null;
}

/** All services that an installation can ask. */
export interface Served {
  readonly hosts: Hosts;
  readonly models: ChosenModels;
  readonly images: { readonly create: string; readonly edit: string } | null;
  /** Names of the search engine and of the text recognition service. */
  readonly search: string | null;
  readonly ocr: string | null;
}

/** Makes each run start by naming who will see its input. */
export function tellRecipients(tool: Tool, served: () => Served): Tool {
  return {
    ...tool,
    run(input, context) {
      context.onStep({ key: 'recipients', params: recipientsOf(tool.type, served(), input) });
      return tool.run(input, context);
    },
  };
}

/** Returns the recipients of a run's input. */
export function recipientsOf(
  type: AiTaskType,
  { hosts, models, images, search, ocr }: Served,
  { files, brief }: Pick<ToolInput, 'files' | 'brief'>,
): Recipients {
  const { searches, makes, edits, vision, scans, text } = TOOLS[type];
  const areDrawn = files.some((file) => file.scans) && (!scans || ocr === null);
  const seeing = vision && (files.some(isPicture) || areDrawn) ? models.vision : null;
  const isInstead = vision === 'instead' && files.some(isPicture);
  const drawing = (edits ? images?.edit : images?.create) ?? null;
  const own = isTextTask(type) ? models[type] : drawing;
  const asked = [
    isInstead ? (seeing ?? own) : own,
    searches ? models.reading : null,
    isInstead ? null : seeing,
    own !== null && text?.isReadTwice ? checkerFor(models, own) : null,
  ];
  return {
    host: makes === 'image' ? hosts.images : hosts.text,
    models: [...new Set(asked.filter((name) => name !== null))],
    search: searches ? search : null,
    ocr: scans ? ocr : null,
    ...(makes === 'image' && brief === null && models.reading !== null && { brief_host: hosts.text }),
  };
}
