import { defineFounderTexts } from './schema.ts'

/** Texts of the founder's page, in a separate file, so that no other page loads them. */
export const founderTexts = defineFounderTexts({
  lines: ['Letters, lamplight and plain speech.', 'Written slowly by the woman who began all this.'],
  about: [
    'Ruvimbo Chikomo taught for nineteen years, and on Saturdays sat with couples who had run out of ways to say a thing. She founded Lectern at her kitchen table in Kuwadzana, with a borrowed laptop and two manuscripts that nobody else would print.',
    'She writes about prayer, marriage and the quiet work of becoming somebody. Her first readers were her neighbours; they still get each book before the printer does.',
  ],
})
