/** Asks which direction is better where the file does not say it. */

import type { DirectionQuestion } from "@/api/types";
import styles from "./Imports.module.css";
import { type Direction, type ImportForm, someOf } from "./importsModel";

interface DirectionQuestionsProps {
  questions: readonly DirectionQuestion[];
  directions: ImportForm["directions"];
  onChange: (directions: ImportForm["directions"]) => void;
}

export function DirectionQuestions({ questions, directions, onChange }: DirectionQuestionsProps) {
  return (
    <div className={styles.questions}>
      {questions.map((question) => (
        <Question
          key={question.key}
          question={question}
          answer={directions[question.key]}
          onAnswer={(direction) => onChange({ ...directions, [question.key]: direction })}
        />
      ))}
    </div>
  );
}

const ANSWERS: readonly { direction: Direction; label: string }[] = [
  { direction: "lower", label: "lower" },
  { direction: "higher", label: "higher" },
  { direction: "unknown", label: "I do not know" },
];

interface QuestionProps {
  question: DirectionQuestion;
  answer: Direction | undefined;
  onAnswer: (direction: Direction) => void;
}

function Question({ question, answer, onAnswer }: QuestionProps) {
  return (
    <fieldset className={styles.question}>
      <legend>
        {question.suite}: which is better, in <code>{question.unit}</code>?
      </legend>
      <p>
        {question.reason} It concerns {someOf(question.benchmarks)}.
      </p>
      <div className={styles.answers}>
        {ANSWERS.map(({ direction, label }) => (
          <label key={direction}>
            <input
              type="radio"
              name={question.key}
              checked={answer === direction}
              onChange={() => onAnswer(direction)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
