import type { PodcastFields } from '#contracts/catalogue/podcast.ts'

/** Episode in the demonstration catalogue; file paths are relative to demo/files. The default duration is that of the recording. */
export type DemoEpisode = PodcastFields & { slug: string; coverImage: string; audio: string; transcript: string }

/** Demonstration episodes, in display order. */
export const demoEpisodes: DemoEpisode[] = [
  {
    slug: 'when-silence-is-the-answer',
    title: 'When silence is the answer',
    host: 'Ruvimbo Chikomo',
    price: 0,
    categories: ['Relationship Coaching'],
    language: 'en',
    subjects: ['grief', 'comfort', 'marriage', 'listening'],
    coverAlt: 'Two people in striped shawls sit close together, seen from behind',
    chapters: lines('0:00 Welcome', '0:08 The woman on the mat', '0:53 Another silence', '1:20 One small sentence tonight'),
    description:
      'An old woman in Gweru once comforted a grieving neighbour without saying a word all night. Ruvimbo Chikomo uses her story to tell two silences apart, the kind that pulls up a chair and the kind that shuts a door on someone you love.',
  },
  {
    slug: 'a-business-before-breakfast',
    title: 'A business before breakfast',
    host: 'Chiedza Mapfumo',
    price: 1.5,
    categories: ['Ladies Empowerment'],
    language: 'en',
    subjects: ['business', 'money', 'saving', 'debt'],
    coverAlt: 'A bowl heaped with fat cooks, the sun behind it',
    chapters: lines(
      '0:00 Welcome',
      '0:08 Mai Chipo lights her fire',
      '0:32 The jam tin and the milk tin',
      '1:09 The woman in Proverbs',
      '1:33 Look for your two tins',
    ),
    description:
      'By the time Sakubva wakes, Mai Chipo has sold two buckets of fat cooks and closed her books. Chiedza Mapfumo sits beside the fire with her and learns about two tins, a sleeping hour, and the customer who must never be served on credit.',
  },
  {
    slug: 'finish-the-first-draft',
    title: 'Finish the first draft',
    host: 'Chiedza Mapfumo',
    price: 0,
    categories: ['Book Writing'],
    language: 'en',
    subjects: ['writing a book', 'perfectionism'],
    coverAlt: 'A pencil lies on a stack of written pages',
    chapters: lines(
      '0:00 Welcome',
      '0:08 The gate with two lions',
      '0:47 The widow next door',
      '1:10 A house you can move into',
      '1:26 Leave the lions alone',
    ),
    description:
      'Chiedza Mapfumo’s uncle owned the finest gate in Norton and, for eleven years, no house behind it. Her talk is for every writer still polishing the opening chapter, with a builder’s advice on getting the walls up and the roof on before you choose the paint.',
  },
  {
    slug: 'men-who-ask-for-help',
    title: 'Men who ask for help',
    host: 'Farai Mutendi',
    price: 0,
    categories: ['Gents Empowerment'],
    language: 'en',
    subjects: ['friendship', 'loneliness', 'pride'],
    coverAlt: 'Two men, seen from behind, hold up one heavy beam together',
    chapters: lines(
      '0:00 Welcome',
      '0:09 A refrigerator in Mbare',
      '0:47 His lunch in a plastic bag',
      '1:05 Moses on the hill',
      '1:34 Call one man',
    ),
    description:
      'Farai Mutendi once tried to carry a refrigerator up three floors in Mbare by himself, for reasons he still cannot defend. He talks about the loads that men hide, the hands that held up Moses, and the one place where we already know how to carry together.',
  },
  {
    slug: 'your-name-is-not-your-marks',
    title: 'Your name is not your marks',
    host: 'Nomathemba Khumalo',
    price: 0,
    categories: ['Teen Coaching'],
    language: 'en',
    subjects: ['exams', 'school', 'failure', 'identity'],
    coverAlt: 'A yellow exercise book with a name on its label and a badge with a white star',
    chapters: lines(
      '0:00 Welcome',
      '0:09 A boy called Learnmore',
      '0:26 The long way home',
      '0:54 What a mark can say',
      '1:24 If results are coming',
    ),
    description:
      'On results day a boy called Learnmore opened the page and saw that he had failed mathematics, and the jokes began at once. Nomathemba Khumalo speaks to everyone who has ever confused a printed slip with a person, and to the grandmothers who never did.',
  },
  {
    slug: 'a-rule-for-small-days',
    title: 'A rule for small days',
    host: 'Tapiwa Gumbo',
    price: 0,
    categories: ['Spiritual and Personal Development'],
    language: 'en',
    subjects: ['habits', 'patience', 'discipline'],
    coverAlt: 'Five flat stones are stacked in front of a golden sun, the largest at the bottom',
    chapters: lines('0:00 Welcome', '0:08 One stone every evening', '0:52 The wall', '1:07 Small days', '1:22 The rule'),
    description:
      'Tapiwa Gumbo’s grandfather in Zvimba carried one stone from his field every evening and never explained why. Decades later the family found out what he had been making. It is a talk for the plain, uneventful days on which nothing seems to move.',
  },
  {
    slug: 'money-talks-for-newlyweds',
    title: 'Money talks for newlyweds',
    host: 'Ruvimbo Chikomo',
    price: 0,
    categories: ['Relationship Coaching'],
    language: 'en',
    subjects: ['money', 'marriage', 'wedding', 'saving'],
    coverAlt: 'Two coins, one red and one golden, overlap around a heart',
    chapters: lines('0:00 Welcome', '0:08 The first month end', '0:35 Where the money slept', '1:15 Sit down and count the cost'),
    description:
      'A young couple in Budiriro discover on their first month end that they have married each other’s families, habits and savings clubs. Ruvimbo Chikomo suggests a better first conversation about money, one that begins with a memory and only then opens the exercise book.',
  },
  {
    slug: 'the-girl-at-the-window',
    title: 'The girl at the window',
    host: 'Nomathemba Khumalo',
    price: 0,
    categories: ['Ladies Empowerment'],
    language: 'en',
    subjects: ['education', 'school', 'courage'],
    coverAlt: 'A girl with two hair buns stands behind a window, with hills and the sun outside',
    chapters: lines(
      '0:00 Welcome',
      '0:09 A child on her back',
      '0:48 An exercise book in brown paper',
      '1:10 Little one, get up',
      '1:25 The girl at your window',
    ),
    description:
      'At twelve, Sihle watched the other girls walk to school past her window in Nkulumane. At forty-one she bought herself an exercise book and joined them. Nomathemba Khumalo tells her story to any woman who is still standing behind the glass, waiting to be called.',
  },
  {
    slug: 'the-first-ten-minutes-home',
    title: 'The first ten minutes home',
    host: 'Farai Mutendi',
    price: 0,
    categories: ['Gents Empowerment'],
    language: 'en',
    subjects: ['fatherhood', 'family', 'work', 'children'],
    coverAlt: 'A child with raised arms stands in an open door that is full of warm light',
    chapters: lines('0:00 Welcome', '0:09 The dog’s welcome', '0:45 What we bring home', '1:04 Half an orange', '1:28 The father ran'),
    description:
      'A bus driver in Kuwadzana noticed that the family dog received the warmest greeting of his day. Farai Mutendi talks about the short, decisive stretch between the gate and the supper table, and what a tired man can do with it.',
  },
  {
    slug: 'phones-friends-and-friday',
    title: 'Phones, friends and Friday',
    host: 'Nomathemba Khumalo',
    price: 1,
    categories: ['Teen Coaching'],
    language: 'en',
    subjects: ['phones', 'friends', 'peer pressure', 'social media'],
    coverAlt: 'A phone is surrounded by chat bubbles, one of them with a heart',
    chapters: lines(
      '0:00 Welcome',
      '0:08 Forty-three members',
      '0:43 The data runs out',
      '1:16 Walking with the wise',
      '1:28 Find your two',
    ),
    description:
      'A group chat with forty-three members is planning Friday, and Thando has until her data runs out to decide. Nomathemba Khumalo tells what happened next, and offers teenagers a quiet test for friendship that involves a grandmother, a village and a long bus ride.',
  },
].map((episode) => ({
  ...episode,
  coverImage: `episodes/${episode.slug}.webp`,
  audio: `audio/${episode.slug}.mp3`,
  transcript: `transcripts/${episode.slug}.vtt`,
}))

function lines(...chapters: string[]) {
  return chapters.join('\n')
}
