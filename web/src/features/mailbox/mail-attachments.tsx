import Paperclip from 'lucide-react/icons/paperclip';
import { saveFile } from '#web/lib/device/save-file.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type Mail, readAttachment } from './read-mailbox.ts';

/** Attachments of an email, each of which can be saved. */
export function MailAttachments({ mail, mailboxKey }: { mail: Mail; mailboxKey: string | null }) {
  const save = async (name: string, at: number) => {
    try {
      saveFile(name, await readAttachment(mailboxKey, mail, at));
    } catch (error) {
      logProblem('an attachment was not downloaded', error);
      notify.error(t('mailbox.attachment_failed', { name }));
    }
  };
  if (mail.attachments.length === 0) return null;
  return (
    <ul aria-label={t('mailbox.attachments')} className="mb-3 flex flex-wrap gap-2">
      {mail.attachments.map(({ name }, at) => (
        <li key={`${at}-${name}`} className="min-w-0">
          <Button
            size="s"
            className="max-w-full"
            icon={<Paperclip size={14} aria-hidden />}
            onClick={() => void save(name, at)}
          >
            <span className="truncate">{name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
