/** The fixed subject of a mail that asks for the deletion of everything: support sorts its mail by it. */
export const DELETION_MAIL_SUBJECT = 'Delete my data';
