// The schema "public" after all migrations. Made by tools/generate-types.ts: do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      account_exports: {
        Row: {
          attempts: number;
          created_at: string;
          expires_at: string | null;
          files_done: number;
          files_total: number;
          finished_at: string | null;
          id: string;
          path: string;
          size: number | null;
          status: string;
          user_id: string;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          expires_at?: string | null;
          files_done?: number;
          files_total?: number;
          finished_at?: string | null;
          id?: string;
          path: string;
          size?: number | null;
          status?: string;
          user_id: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          expires_at?: string | null;
          files_done?: number;
          files_total?: number;
          finished_at?: string | null;
          id?: string;
          path?: string;
          size?: number | null;
          status?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      ai_responses: {
        Row: {
          content: string;
          created_at: string;
          evidence: Json | null;
          files: Json;
          gap_count: number;
          id: string;
          is_demo: boolean;
          model_used: string;
          notices: Json;
          preview: string;
          run_id: string;
          source_count: number;
          task_id: string;
          user_id: string;
        };
        Insert: {
          content: string;
          created_at?: string;
          evidence?: Json | null;
          files?: Json;
          gap_count?: number;
          id?: string;
          is_demo?: boolean;
          model_used: string;
          notices?: Json;
          preview?: string;
          run_id: string;
          source_count?: number;
          task_id: string;
          user_id: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          evidence?: Json | null;
          files?: Json;
          gap_count?: number;
          id?: string;
          is_demo?: boolean;
          model_used?: string;
          notices?: Json;
          preview?: string;
          run_id?: string;
          source_count?: number;
          task_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ai_responses_user_id_run_id_fkey';
            columns: ['user_id', 'run_id'];
            isOneToOne: false;
            referencedRelation: 'ai_runs';
            referencedColumns: ['user_id', 'id'];
          },
          {
            foreignKeyName: 'ai_responses_user_id_task_id_fkey';
            columns: ['user_id', 'task_id'];
            isOneToOne: false;
            referencedRelation: 'tasks';
            referencedColumns: ['user_id', 'id'];
          },
        ];
      };
      ai_run_events: {
        Row: {
          attempt: number;
          created_at: string;
          key: string;
          params: Json;
          run_id: string;
          seq: number;
          task_id: string;
          user_id: string;
        };
        Insert: {
          attempt: number;
          created_at?: string;
          key: string;
          params?: Json;
          run_id: string;
          seq: number;
          task_id: string;
          user_id: string;
        };
        Update: {
          attempt?: number;
          created_at?: string;
          key?: string;
          params?: Json;
          run_id?: string;
          seq?: number;
          task_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'ai_run_events_user_id_run_id_fkey';
            columns: ['user_id', 'run_id'];
            isOneToOne: false;
            referencedRelation: 'ai_runs';
            referencedColumns: ['user_id', 'id'];
          },
        ];
      };
      ai_runs: {
        Row: {
          about: Json | null;
          ai_task_type: string;
          answers: Json | null;
          attempt: number;
          contract: Json | null;
          contract_outcome: Json | null;
          contract_version: number;
          created_at: string;
          error_code: string | null;
          error_message: string | null;
          finished_at: string | null;
          id: string;
          is_demo: boolean;
          is_folded: boolean | null;
          is_unpaid: boolean | null;
          language: string;
          model_used: string | null;
          opened_at: string | null;
          options: Json;
          parent_run_id: string | null;
          partial_text: string;
          project_id: string | null;
          questions: Json | null;
          slip_number: number | null;
          started_at: string | null;
          status: string;
          task_id: string;
          task_notes: string | null;
          user_id: string;
          waits_until: string | null;
        };
        Insert: {
          about?: Json | null;
          ai_task_type: string;
          answers?: Json | null;
          attempt?: number;
          contract?: Json | null;
          contract_outcome?: Json | null;
          contract_version?: number;
          created_at?: string;
          error_code?: string | null;
          error_message?: string | null;
          finished_at?: string | null;
          id?: string;
          is_demo?: boolean;
          is_folded?: boolean | null;
          is_unpaid?: boolean | null;
          language?: string;
          model_used?: string | null;
          opened_at?: string | null;
          options?: Json;
          parent_run_id?: string | null;
          partial_text?: string;
          project_id?: string | null;
          questions?: Json | null;
          slip_number?: number | null;
          started_at?: string | null;
          status?: string;
          task_id: string;
          task_notes?: string | null;
          user_id: string;
          waits_until?: string | null;
        };
        Update: {
          about?: Json | null;
          ai_task_type?: string;
          answers?: Json | null;
          attempt?: number;
          contract?: Json | null;
          contract_outcome?: Json | null;
          contract_version?: number;
          created_at?: string;
          error_code?: string | null;
          error_message?: string | null;
          finished_at?: string | null;
          id?: string;
          is_demo?: boolean;
          is_folded?: boolean | null;
          is_unpaid?: boolean | null;
          language?: string;
          model_used?: string | null;
          opened_at?: string | null;
          options?: Json;
          parent_run_id?: string | null;
          partial_text?: string;
          project_id?: string | null;
          questions?: Json | null;
          slip_number?: number | null;
          started_at?: string | null;
          status?: string;
          task_id?: string;
          task_notes?: string | null;
          user_id?: string;
          waits_until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'ai_runs_user_id_parent_run_id_fkey';
            columns: ['user_id', 'parent_run_id'];
            isOneToOne: false;
            referencedRelation: 'ai_runs';
            referencedColumns: ['user_id', 'id'];
          },
          {
            foreignKeyName: 'ai_runs_user_id_project_id_fkey';
            columns: ['user_id', 'project_id'];
            isOneToOne: false;
            referencedRelation: 'projects';
            referencedColumns: ['user_id', 'id'];
          },
          {
            foreignKeyName: 'ai_runs_user_id_task_id_fkey';
            columns: ['user_id', 'task_id'];
            isOneToOne: false;
            referencedRelation: 'tasks';
            referencedColumns: ['user_id', 'id'];
          },
        ];
      };
      credit_entries: {
        Row: {
          amount: number;
          created_at: string;
          grant_id: string;
          id: string;
          kind: string;
          reason: string | null;
          run_id: string | null;
          user_id: string;
        };
        Insert: {
          amount: number;
          created_at?: string;
          grant_id: string;
          id?: string;
          kind: string;
          reason?: string | null;
          run_id?: string | null;
          user_id: string;
        };
        Update: {
          amount?: number;
          created_at?: string;
          grant_id?: string;
          id?: string;
          kind?: string;
          reason?: string | null;
          run_id?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'credit_entries_user_id_grant_id_fkey';
            columns: ['user_id', 'grant_id'];
            isOneToOne: false;
            referencedRelation: 'credit_grants';
            referencedColumns: ['user_id', 'id'];
          },
        ];
      };
      credit_grants: {
        Row: {
          amount: number;
          created_at: string;
          expires_at: string | null;
          id: string;
          kind: string;
          source: string;
          source_ref: string;
          user_id: string;
        };
        Insert: {
          amount: number;
          created_at?: string;
          expires_at?: string | null;
          id?: string;
          kind: string;
          source: string;
          source_ref: string;
          user_id: string;
        };
        Update: {
          amount?: number;
          created_at?: string;
          expires_at?: string | null;
          id?: string;
          kind?: string;
          source?: string;
          source_ref?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          created_at: string;
          credits_limit: number;
          credits_used: number;
          email: string | null;
          full_name: string;
          id: string;
          subscription_tier: string;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          credits_limit?: number;
          credits_used?: number;
          email?: string | null;
          full_name?: string;
          id: string;
          subscription_tier?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          credits_limit?: number;
          credits_used?: number;
          email?: string | null;
          full_name?: string;
          id?: string;
          subscription_tier?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      projects: {
        Row: {
          category: string;
          client_id: string | null;
          created_at: string;
          description: string | null;
          id: string;
          name: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          category?: string;
          client_id?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          name: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          category?: string;
          client_id?: string | null;
          created_at?: string;
          description?: string | null;
          id?: string;
          name?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      purchases: {
        Row: {
          amount_cents: number;
          checkout_ref: string | null;
          created_at: string;
          currency: string;
          id: string;
          is_disputed: boolean;
          is_test: boolean;
          item: string;
          paid_at: string;
          payment_ref: string;
          refunded_cents: number;
          user_id: string;
        };
        Insert: {
          amount_cents: number;
          checkout_ref?: string | null;
          created_at?: string;
          currency: string;
          id?: string;
          is_disputed?: boolean;
          is_test: boolean;
          item: string;
          paid_at: string;
          payment_ref: string;
          refunded_cents?: number;
          user_id: string;
        };
        Update: {
          amount_cents?: number;
          checkout_ref?: string | null;
          created_at?: string;
          currency?: string;
          id?: string;
          is_disputed?: boolean;
          is_test?: boolean;
          item?: string;
          paid_at?: string;
          payment_ref?: string;
          refunded_cents?: number;
          user_id?: string;
        };
        Relationships: [];
      };
      redeem_codes: {
        Row: {
          code_hash: string;
          created_at: string;
          credits: number;
          expires_at: string | null;
          id: string;
          note: string;
          revoked_at: string | null;
          used: number;
          uses: number;
        };
        Insert: {
          code_hash: string;
          created_at?: string;
          credits: number;
          expires_at?: string | null;
          id?: string;
          note?: string;
          revoked_at?: string | null;
          used?: number;
          uses?: number;
        };
        Update: {
          code_hash?: string;
          created_at?: string;
          credits?: number;
          expires_at?: string | null;
          id?: string;
          note?: string;
          revoked_at?: string | null;
          used?: number;
          uses?: number;
        };
        Relationships: [];
      };
      result_mails: {
        Row: {
          attempts: number;
          created_at: string;
          email: string;
          error_code: string | null;
          finished_at: string | null;
          id: string;
          run_id: string;
          status: string;
          user_id: string;
          with_receipt: boolean;
        };
        Insert: {
          attempts?: number;
          created_at?: string;
          email: string;
          error_code?: string | null;
          finished_at?: string | null;
          id?: string;
          run_id: string;
          status?: string;
          user_id: string;
          with_receipt: boolean;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          email?: string;
          error_code?: string | null;
          finished_at?: string | null;
          id?: string;
          run_id?: string;
          status?: string;
          user_id?: string;
          with_receipt?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'result_mails_user_id_run_id_fkey';
            columns: ['user_id', 'run_id'];
            isOneToOne: false;
            referencedRelation: 'ai_runs';
            referencedColumns: ['user_id', 'id'];
          },
        ];
      };
      search_words: {
        Row: {
          item_id: string;
          kind: string;
          user_id: string;
          words: string;
        };
        Insert: {
          item_id: string;
          kind: string;
          user_id: string;
          words: string;
        };
        Update: {
          item_id?: string;
          kind?: string;
          user_id?: string;
          words?: string;
        };
        Relationships: [];
      };
      subscriptions: {
        Row: {
          account: string;
          cancels_at: string | null;
          created_at: string;
          credits: number | null;
          ended_at: string | null;
          id: string;
          is_test: boolean;
          item: string;
          paid_until: string | null;
          price_cents: number | null;
          price_currency: string | null;
          price_ref: string;
          started_at: string;
          status: string;
          subscription_ref: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          account: string;
          cancels_at?: string | null;
          created_at?: string;
          credits?: number | null;
          ended_at?: string | null;
          id?: string;
          is_test: boolean;
          item: string;
          paid_until?: string | null;
          price_cents?: number | null;
          price_currency?: string | null;
          price_ref: string;
          started_at?: string;
          status: string;
          subscription_ref: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          account?: string;
          cancels_at?: string | null;
          created_at?: string;
          credits?: number | null;
          ended_at?: string | null;
          id?: string;
          is_test?: boolean;
          item?: string;
          paid_until?: string | null;
          price_cents?: number | null;
          price_currency?: string | null;
          price_ref?: string;
          started_at?: string;
          status?: string;
          subscription_ref?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      task_files: {
        Row: {
          bucket: string;
          created_at: string;
          id: string;
          name: string;
          path: string;
          run_id: string | null;
          size: number;
          task_id: string;
          type: string;
          user_id: string;
        };
        Insert: {
          bucket: string;
          created_at?: string;
          id?: string;
          name: string;
          path: string;
          run_id?: string | null;
          size: number;
          task_id: string;
          type: string;
          user_id: string;
        };
        Update: {
          bucket?: string;
          created_at?: string;
          id?: string;
          name?: string;
          path?: string;
          run_id?: string | null;
          size?: number;
          task_id?: string;
          type?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      tasks: {
        Row: {
          ai_assisted: boolean;
          ai_task_type: string | null;
          category: string;
          client_id: string | null;
          completed_at: string | null;
          created_at: string;
          due_on: string | null;
          has_notes: boolean;
          id: string;
          is_completed: boolean;
          is_dated: boolean;
          notes: string;
          priority: string;
          project_id: string | null;
          rank: string | null;
          timeframe: string;
          title: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          ai_assisted?: boolean;
          ai_task_type?: string | null;
          category?: string;
          client_id?: string | null;
          completed_at?: string | null;
          created_at?: string;
          due_on?: string | null;
          has_notes?: boolean;
          id?: string;
          is_completed?: boolean;
          is_dated?: boolean;
          notes?: string;
          priority?: string;
          project_id?: string | null;
          rank?: string | null;
          timeframe?: string;
          title: string;
          updated_at?: string;
          user_id?: string;
        };
        Update: {
          ai_assisted?: boolean;
          ai_task_type?: string | null;
          category?: string;
          client_id?: string | null;
          completed_at?: string | null;
          created_at?: string;
          due_on?: string | null;
          has_notes?: boolean;
          id?: string;
          is_completed?: boolean;
          is_dated?: boolean;
          notes?: string;
          priority?: string;
          project_id?: string | null;
          rank?: string | null;
          timeframe?: string;
          title?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tasks_user_id_project_id_fkey';
            columns: ['user_id', 'project_id'];
            isOneToOne: false;
            referencedRelation: 'projects';
            referencedColumns: ['user_id', 'id'];
          },
        ];
      };
      trash: {
        Row: {
          deleted_at: string;
          id: string;
          kind: string;
          title: string;
          user_id: string;
        };
        Insert: {
          deleted_at?: string;
          id: string;
          kind: string;
          title: string;
          user_id: string;
        };
        Update: {
          deleted_at?: string;
          id?: string;
          kind?: string;
          title?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      user_consent: {
        Row: {
          accepted_at: string;
          email: string | null;
          full_name: string | null;
          id: string;
          ip_address: string | null;
          marketing_accepted: boolean;
          terms_accepted: boolean;
          terms_version: string;
          user_id: string;
        };
        Insert: {
          accepted_at?: string;
          email?: string | null;
          full_name?: string | null;
          id?: string;
          ip_address?: string | null;
          marketing_accepted?: boolean;
          terms_accepted: boolean;
          terms_version: string;
          user_id: string;
        };
        Update: {
          accepted_at?: string;
          email?: string | null;
          full_name?: string | null;
          id?: string;
          ip_address?: string | null;
          marketing_accepted?: boolean;
          terms_accepted?: boolean;
          terms_version?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      user_settings: {
        Row: {
          about_country: string | null;
          about_currency: string | null;
          about_facts: string;
          about_tone: string | null;
          about_units: string | null;
          answer_language: string;
          asks_first: boolean;
          compact_rows: boolean;
          created_at: string;
          remove_oldest_completed: boolean;
          sends_about: boolean;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          about_country?: string | null;
          about_currency?: string | null;
          about_facts?: string;
          about_tone?: string | null;
          about_units?: string | null;
          answer_language?: string;
          asks_first?: boolean;
          compact_rows?: boolean;
          created_at?: string;
          remove_oldest_completed?: boolean;
          sends_about?: boolean;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          about_country?: string | null;
          about_currency?: string | null;
          about_facts?: string;
          about_tone?: string | null;
          about_units?: string | null;
          answer_language?: string;
          asks_first?: boolean;
          compact_rows?: boolean;
          created_at?: string;
          remove_oldest_completed?: boolean;
          sends_about?: boolean;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      credit_history: {
        Args: never;
        Returns: { line: number; created_at: string; kind: string; amount: number; balance: number; expires_at: string; run_id: string; ai_task_type: string; task_title: string; reason: string; error_code: string; slip_number: number }[];
      };
      credits_left: {
        Args: never;
        Returns: { grant_id: string; kind: string; granted: number; remaining: number; expires_at: string; granted_at: string }[];
      };
      end_session: {
        Args: { session_id: string };
        Returns: boolean;
      };
      list_sessions: {
        Args: never;
        Returns: { session_id: string; signed_in_at: string; last_used_at: string; user_agent: string; ip_address: string; is_current: boolean }[];
      };
      missed_changes: {
        Args: { since?: string; seconds?: number };
        Returns: Json;
      };
      pending_counts: {
        Args: { of_project?: string };
        Returns: { timeframe: string; due_on: string; is_dated: boolean; category: string; count: number }[];
      };
      pending_in_order: {
        Args: { today: string; most: number; without?: string[] };
        Returns: Database['public']['Tables']['tasks']['Row'][];
      };
      pending_window: {
        Args: { today: string; size: number; of_category?: string; of_project?: string; of_group?: string; after_priority?: string; after_moment?: string; after_id?: string };
        Returns: Database['public']['Tables']['tasks']['Row'][];
      };
      place_tasks: {
        Args: { places: Json };
        Returns: Database['public']['Tables']['tasks']['Row'][];
      };
      restore: {
        Args: { item_id: string };
        Returns: string;
      };
      search: {
        Args: { query: string };
        Returns: { kind: string; id: string; title: string; excerpt: string; task_id: string; run_id: string; project_id: string; is_completed: boolean; created_at: string }[];
      };
      set_marketing_consent: {
        Args: { accepted: boolean };
        Returns: boolean;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
