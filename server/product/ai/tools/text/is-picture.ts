import type { ToolFile } from '../../tool.ts';

/** Goes by the content, which was checked at delegation. */
export const isPicture = ({ type }: Pick<ToolFile, 'type'>): boolean => type.startsWith('image/');
