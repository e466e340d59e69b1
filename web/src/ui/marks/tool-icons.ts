import ChartColumn from 'lucide-react/icons/chart-column';
import Crop from 'lucide-react/icons/crop';
import FileText from 'lucide-react/icons/file-text';
import Globe from 'lucide-react/icons/globe';
import ImagePlus from 'lucide-react/icons/image-plus';
import Library from 'lucide-react/icons/library';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Split from 'lucide-react/icons/split';
import type { LucideIcon } from 'lucide-react/types';
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
