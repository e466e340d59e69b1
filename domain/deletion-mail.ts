/** Fixed subject of deletion requests by email, so that support can filter by it. */
export const DELETION_MAIL_SUBJECT = 'Delete my data';
