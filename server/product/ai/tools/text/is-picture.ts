import type { ToolFile } from '../../tool.ts';

/** By its content, which was looked at when it was handed over. */
export const isPicture = ({ type }: Pick<ToolFile, 'type'>): boolean => type.startsWith('image/');
