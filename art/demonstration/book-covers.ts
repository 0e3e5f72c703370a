import { aHouseForTwo } from './covers/a-house-for-two.ts'
import { afterTheArgument } from './covers/after-the-argument.ts'
import { beforeYouSayYes } from './covers/before-you-say-yes.ts'
import { crossingBeforeRain } from './covers/crossing-before-rain.ts'
import { firstDraftByHarvest } from './covers/first-draft-by-harvest.ts'
import { fortyMornings } from './covers/forty-mornings.ts'
import { HEIGHT, WIDTH } from './covers/frame.ts'
import { herOwnName } from './covers/her-own-name.ts'
import { sowInSeason } from './covers/sow-in-season.ts'
import { strengthWithoutNoise } from './covers/strength-without-noise.ts'
import { theLampAndTheLetter } from './covers/the-lamp-and-the-letter.ts'
import { theMarketAtDawn } from './covers/the-market-at-dawn.ts'
import { thePageADay } from './covers/the-page-a-day.ts'
import { theQuietFather } from './covers/the-quiet-father.ts'
import { theTableWeSet } from './covers/the-table-we-set.ts'
import { whoToldYouThat } from './covers/who-told-you-that.ts'
import { savePictures } from './save-pictures.ts'

const bookCovers: Record<string, () => string> = {
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

/** Draws every book's cover, or only those named. */
export function makeBookCovers(only: string[]): Promise<void> {
  return savePictures('covers', bookCovers, { width: WIDTH, height: HEIGHT }, only)
}
