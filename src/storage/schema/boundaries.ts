/** Tables of migration 7: what keeps organizations apart. */
export interface BoundaryTables {
  consents: ConsentsTable;
  project_callers: ProjectCallersTable;
  user_shown_words: UserShownWordsTable;
  user_words_to_write: { user_id: string };
}

/** As `user_words`, of what everybody is shown who gives a user a role. */
interface UserShownWordsTable {
  organization_id: string;
  word: string;
  user_id: string;
}

/** What a person agreed that an application may learn and do. */
interface ConsentsTable {
  id: string;
  user_id: string;
  application_id: string;
  /** Separated by spaces. */
  scopes: string;
  created_at: number;
  changed_at: number;
}

/** Who may name a project in the audience of a token: one of the three. */
interface ProjectCallersTable {
  project_id: string;
  caller_id: string;
  calling_project_id: string | null;
  application_id: string | null;
  user_id: string | null;
  /** 1: found in use when the list came, to be confirmed. 2: confirmed since. */
  from_before: number;
  created_at: number;
}
