/** The shop's account at Paynow for one currency. */
export type PaynowIntegration = { id: string; key: string }

export type PaynowSettings = { url: string; usd?: PaynowIntegration | undefined; zwg?: PaynowIntegration | undefined }
