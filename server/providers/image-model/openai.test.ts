import { imageModelContract } from './image-model-contract.ts';
import { createOpenAiImageModel } from './openai.ts';

imageModelContract("OpenAI's images API", (options) => createOpenAiImageModel(options));
