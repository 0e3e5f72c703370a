import { defineSubjects } from './schema.ts'

/** Words with which readers search for a category, in addition to the words of its items. */
export const subjects = defineSubjects([
  {
    category: 'Relationship Coaching',
    words:
      'marriage, wedding, wife, husband, spouse, couple, love, dating, courtship, engagement, lobola, divorce, separation, in-laws, family, conflict, communication, trust, forgiveness',
  },
  {
    category: 'Ladies Empowerment',
    words: 'women, woman, lady, girl, mother, wife, daughter, sister, widow, confidence, self-esteem, business, money, saving, family',
  },
  {
    category: 'Gents Empowerment',
    words: 'men, man, gentleman, father, dad, husband, son, brother, fatherhood, parenting, leadership, work, strength, family',
  },
  {
    category: 'Spiritual and Personal Development',
    words:
      'faith, God, Jesus, Christ, Christian, Bible, Scripture, Holy Spirit, prayer, devotion, devotional, worship, church, hope, grace, healing, illness, loneliness, grief, loss, forgiveness, purpose, discipline, habits, leadership, personal growth',
  },
  {
    category: 'Teen Coaching',
    words:
      'teenager, youth, young people, adolescent, student, school, exams, children, child, son, daughter, parenting, friends, bullying, identity, self-esteem',
  },
  {
    category: 'Book Writing',
    words: 'author, writer, writing, manuscript, memoir, testimony, publishing, editing, story',
  },
])
