import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

// Article 1 and the beginning of the preamble of the Universal Declaration of Human Rights, in public translations.
const TEXTS: Record<string, string> = {
  sn: 'Vanhu vese vanoberekwa vakasununguka uyewo vakaenzana pahunhu nekodzero dzavo. Vanhu vese vanechipo chokufunga nekuziva chakaipa nechakanaka saka vanofanira kubatana nomweya wekunzwana. Munhu wese anokodzera kuwana kodzero dzose nerusununguko rwose rwakataurwa pachiziviso chino, pasina rusarura rupi zvarwo rwakadai serworudzi, rweganda, rworurimi, rwechitendero, rwezvematongerwo enyika.',
  en: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. Everyone is entitled to all the rights and freedoms set forth in this Declaration, without distinction of any kind, such as race, colour, sex, language, religion, political or other opinion, national or social origin, property.',
  nd: 'Abantu bonke bazalwa bekhululekile njalo belingana ngesithunzi langamalungelo. Baphiwe ubuntu lesazela, ngakho kumele baphathane ngomoya wobuzalwane. Wonke umuntu ulelungelo kuwo wonke amalungelo lenkululeko okumenyezelwe kulesi simemezelo, kungelabandlululo loba ngaluphi uhlobo olunjengobuhlanga, umbala, ubulili, ulimi, inkolo, imibono yezombusazwe loba eminye imibono.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de tous les droits et de toutes les libertés proclamés dans la présente Déclaration, sans distinction aucune, notamment de race, de couleur, de sexe, de langue, de religion.',
  ar: 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء. لكل إنسان حق التمتع بكافة الحقوق والحريات الواردة في هذا الإعلان، دون أي تمييز، كالتمييز بسبب العنصر أو اللون أو الجنس أو اللغة أو الدين أو الرأي السياسي أو أي رأي آخر، أو الأصل الوطني أو الاجتماعي أو الثروة أو الميلاد أو أي وضع آخر، دون أية تفرقة بين الرجال والنساء.',
}

test.each(Object.entries(TEXTS))('the language %s is guessed from a paragraph', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})

test('the language of a short text is not guessed', () => {
  expect(guessLanguage('All human beings are born free.')).toBeNull()
  expect(guessLanguage('1234567890 '.repeat(100))).toBeNull()
})
