import { constants, setPriority } from 'node:os';
import { IS_UP, type PictureJob } from '../picture-job.ts';
import { transformPicture } from './transform-picture.ts';

// Whoever waits for a list goes before whoever waits for a picture.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The program of the child: one picture after the other. Whatever a strange picture does, it does it to this process. */
process.on('message', (job: PictureJob) => {
  void transformPicture(job).then((answer) => process.send?.(answer));
});
process.send?.(IS_UP);
