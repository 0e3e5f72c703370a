/* Constants for codes sent by email, in a file without schemas, so that pages with a code field do not load the validation library. */

export const EMAIL_CODE_MINUTES = 10
export const EMAIL_CODE_TRIES = 5
export const EMAIL_CODE_DIGITS = 8
export const EMAIL_CODE_FORMAT = /^\d{8}$/
export const EMAIL_CODE_RULE = 'Enter the eight digits of the code.'
