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

interface Tool {
  readonly name: string;
  /** What comes out of it. */
  readonly says: string;
  readonly Icon: LucideIcon;
  /** How long it takes as a rule, for whoever waits. */
  readonly usually: string;
}

/** How each tool is called and drawn where it is chosen and where its work is shown. */
export const TOOLS: Readonly<Record<AiTaskType, Tool>> = {
  answer: {
    name: 'Answer',
    says: 'Solutions and ideas',
    Icon: MessageSquareText,
    usually: 'An answer usually takes under a minute.',
  },
  reasoning: {
    name: 'Reasoning',
    says: 'Weighs options, shows each step',
    Icon: Split,
    usually: 'Reasoning usually takes 1 to 2 minutes.',
  },
  research: {
    name: 'Research',
    says: 'Many pages, every claim cited',
    Icon: Library,
    usually: 'Research usually takes 1 to 3 minutes.',
  },
  web_search: {
    name: 'Web search',
    says: 'Five to ten links worth opening',
    Icon: Globe,
    usually: 'A web search usually takes under a minute.',
  },
  data_analysis: {
    name: 'Data analysis',
    says: 'CSV, PDF or images',
    Icon: ChartColumn,
    usually: 'An analysis usually takes 1 to 2 minutes.',
  },
  doc_summary: {
    name: 'PDF summary',
    says: 'Answers with page numbers',
    Icon: FileText,
    usually: 'A summary usually takes 1 to 2 minutes.',
  },
  create_image: {
    name: 'Create image',
    says: 'From a description',
    Icon: ImagePlus,
    usually: 'An image usually takes under a minute.',
  },
  image_edit: {
    name: 'Edit image',
    says: 'Change one you attach',
    Icon: Crop,
    usually: 'An edit usually takes under a minute.',
  },
};

/** The order of the form: words first, then what needs files, then pictures. */
export const TOOL_ORDER = [
  'answer',
  'reasoning',
  'research',
  'web_search',
  'data_analysis',
  'doc_summary',
  'create_image',
  'image_edit',
] as const satisfies readonly AiTaskType[];
