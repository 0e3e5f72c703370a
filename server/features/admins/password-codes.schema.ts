import { emailCodeTable } from '#server/platform/email-codes/email-code-table.ts'

export const passwordCodes = emailCodeTable('password_codes')
