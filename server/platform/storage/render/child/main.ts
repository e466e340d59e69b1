import type { PictureJob } from '../picture-job.ts';
import { transformPicture } from './transform-picture.ts';

/** The program of the child: one picture after the other. Whatever a strange picture does, it does it to this process. */
process.on('message', (job: PictureJob) => {
  void transformPicture(job).then((answer) => process.send?.(answer));
});
