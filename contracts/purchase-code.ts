/*
 * Limits of the codes that find purchases again, without schemas: the page that asks for one carries no validation library.
 */

export const PURCHASE_CODE_MINUTES = 10
export const PURCHASE_CODE_TRIES = 5
export const PURCHASE_CODE_DIGITS = 8
export const PURCHASE_CODE_FORMAT = /^\d{8}$/
export const PURCHASE_CODE_RULE = 'Enter the eight digits of the code.'
