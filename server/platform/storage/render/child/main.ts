import { constants, setPriority } from 'node:os';
import { IS_UP, type PictureJob } from '../picture-job.ts';
import { transformPicture } from './transform-picture.ts';

// Requests take priority over images.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Program of the child process: one image at a time. Damage by a malicious image is confined to this process. */
process.on('message', (job: PictureJob) => {
  void transformPicture(job).then((answer) => process.send?.(answer));
});
process.send?.(IS_UP);
