import { emailCodeTable } from '#server/platform/email-codes/email-code-table.ts'

export const purchaseCodes = emailCodeTable('purchase_codes')
