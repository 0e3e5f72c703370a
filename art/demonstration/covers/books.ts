import { aHouseForTwo } from './a-house-for-two.ts'
import { afterTheArgument } from './after-the-argument.ts'
import { beforeYouSayYes } from './before-you-say-yes.ts'
import { crossingBeforeRain } from './crossing-before-rain.ts'
import { firstDraftByHarvest } from './first-draft-by-harvest.ts'
import { fortyMornings } from './forty-mornings.ts'
import { herOwnName } from './her-own-name.ts'
import { sowInSeason } from './sow-in-season.ts'
import { strengthWithoutNoise } from './strength-without-noise.ts'
import { theLampAndTheLetter } from './the-lamp-and-the-letter.ts'
import { theMarketAtDawn } from './the-market-at-dawn.ts'
import { thePageADay } from './the-page-a-day.ts'
import { theQuietFather } from './the-quiet-father.ts'
import { theTableWeSet } from './the-table-we-set.ts'
import { whoToldYouThat } from './who-told-you-that.ts'

/** Who draws which book's cover. */
export const bookCovers: Record<string, () => string> = {
  'a-house-for-two': aHouseForTwo,
  'after-the-argument': afterTheArgument,
  'before-you-say-yes': beforeYouSayYes,
  'crossing-before-rain': crossingBeforeRain,
  'first-draft-by-harvest': firstDraftByHarvest,
  'forty-mornings': fortyMornings,
  'her-own-name': herOwnName,
  'sow-in-season': sowInSeason,
  'strength-without-noise': strengthWithoutNoise,
  'the-lamp-and-the-letter': theLampAndTheLetter,
  'the-market-at-dawn': theMarketAtDawn,
  'the-page-a-day': thePageADay,
  'the-quiet-father': theQuietFather,
  'the-table-we-set': theTableWeSet,
  'who-told-you-that': whoToldYouThat,
}
