import {
  ChartColumn,
  Crop,
  FileText,
  Globe,
  ImagePlus,
  Library,
  type LucideIcon,
  MessageSquareText,
  Split,
} from 'lucide-react';
import type { AiTaskType } from '#domain/ai-task.ts';

/** Icon of each tool. */
export const TOOL_ICONS: Readonly<Record<AiTaskType, LucideIcon>> = {
  answer: MessageSquareText,
  reasoning: Split,
  research: Library,
  web_search: Globe,
  data_analysis: ChartColumn,
  doc_summary: FileText,
  create_image: ImagePlus,
  image_edit: Crop,
};
